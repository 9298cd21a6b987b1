-- The store's login, database and the role without rights of its own that each transaction takes:
-- what docs/postgres.md asks an administrator for. The image runs it once, when it makes its files.
\set ON_ERROR_STOP on
\set password `cat /run/secrets/memory_password`
CREATE ROLE remembrancer_app NOLOGIN;
CREATE ROLE memory LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
GRANT remembrancer_app TO memory;
CREATE DATABASE memory OWNER memory ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE memory FROM PUBLIC;
\connect memory
CREATE EXTENSION vector;
