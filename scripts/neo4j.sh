#!/bin/sh
# A Neo4j 5 Community server from its Maven artifacts, on loopback, without a password: for tests.
#   scripts/neo4j.sh fetch|start|stop|status|run
# run stays in the foreground, ends with its standard input, and leaves nothing behind: so it
# outlives nobody who started it.
# NEO4J_CACHE: where the fetched files are. NEO4J_RUN: where the server keeps its own.
# NEO4J_PORT, NEO4J_VERSION, NEO4J_HEAP: as they say.
set -eu
VERSION=${NEO4J_VERSION:-5.26.12}
CACHE=${NEO4J_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/remembrancer/neo4j-$VERSION}
RUN=${NEO4J_RUN:-$CACHE/run}
PORT=${NEO4J_PORT:-17687}
HEAP=${NEO4J_HEAP:-512m}
LIB=$CACHE/lib
PID=$RUN/pid
LOG=$RUN/server.log

need() {
    for name in java javac mvn; do
        command -v $name > /dev/null || {
            echo "Neo4j needs $name: install Java 17 or newer (a JDK) and Maven." >&2
            exit 4
        }
    done
}

# Into a folder of its own first: two that fetch at once do not meet, and half of it never counts.
fetch() {
    [ ! -f "$CACHE/ready" ] || return 0
    need
    NEW=$CACHE.$$
    rm -rf "$NEW"
    mkdir -p "$NEW"
    cat > "$NEW/pom.xml" <<POM
<project><modelVersion>4.0.0</modelVersion>
<groupId>local</groupId><artifactId>neo4j-test-server</artifactId><version>1</version>
<dependencies><dependency>
<groupId>org.neo4j</groupId><artifactId>neo4j</artifactId><version>$VERSION</version>
</dependency></dependencies>
</project>
POM
    mvn -q -B -f "$NEW/pom.xml" dependency:copy-dependencies \
        -DincludeScope=runtime -DoutputDirectory="$NEW/lib" || {
        rm -rf "$NEW"
        echo "Neo4j $VERSION could not be fetched from the Maven repositories." >&2
        exit 5
    }
    cat > "$NEW/Neo4jServer.java" <<'JAVA'
import java.nio.file.Path;
import org.neo4j.dbms.api.DatabaseManagementService;
import org.neo4j.dbms.api.DatabaseManagementServiceBuilder;

public class Neo4jServer {
    public static void main(String[] args) throws Exception {
        DatabaseManagementService service = new DatabaseManagementServiceBuilder(Path.of(args[0]))
                .loadPropertiesFromFile(Path.of(args[1])).build();
        Runtime.getRuntime().addShutdownHook(new Thread(service::shutdown));
        System.out.println("Started.");
        if (args.length > 2) {
            while (System.in.read() >= 0) { }
            Runtime.getRuntime().halt(0); // at once: nobody needs what it holds any more
        }
        Thread.currentThread().join();
    }
}
JAVA
    javac -cp "$NEW/lib/*" -d "$NEW/classes" "$NEW/Neo4jServer.java" || { rm -rf "$NEW"; exit 1; }
    touch "$NEW/ready"
    [ -f "$CACHE/ready" ] || { rm -rf "$CACHE" && mv "$NEW" "$CACHE"; }
    rm -rf "$NEW"
}

prepare() {
    fetch
    mkdir -p "$RUN/home/import"
    cat > "$RUN/neo4j.conf" <<CONF
server.default_listen_address=127.0.0.1
server.bolt.enabled=true
server.bolt.listen_address=127.0.0.1:$PORT
server.http.enabled=false
server.https.enabled=false
dbms.security.auth_enabled=false
dbms.security.allow_csv_import_from_file_urls=false
server.directories.import=$RUN/home/import
dbms.security.procedures.allowlist=db.labels
dbms.security.procedures.unrestricted=
internal.dbms.cypher_ip_blocklist=0.0.0.0/0,::/0
db.transaction.timeout=60s
db.memory.transaction.max=256m
dbms.memory.transaction.total.max=384m
server.memory.pagecache.size=64m
db.logs.query.enabled=OFF
db.tx_log.rotation.retention_policy=keep_none
db.tx_log.rotation.size=1m
db.tx_log.preallocate=false
dbms.usage_report.enabled=false
CONF
}

serve() {
    exec java -Xms128m -Xmx"$HEAP" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
        --add-opens=java.base/java.nio=ALL-UNNAMED --add-opens=java.base/java.io=ALL-UNNAMED \
        --add-opens=java.base/sun.nio.ch=ALL-UNNAMED --add-opens=java.base/java.lang=ALL-UNNAMED \
        --add-opens=java.base/java.util.concurrent=ALL-UNNAMED -Dfile.encoding=UTF-8 \
        -cp "$CACHE/classes:$LIB/*" Neo4jServer "$RUN/home" "$RUN/neo4j.conf" "$@"
}

running() { [ -f "$PID" ] && kill -0 "$(cat "$PID")" 2> /dev/null; }

start() {
    if running; then
        echo "A server runs already."
        return 0
    fi
    prepare
    : > "$LOG"
    (serve) > "$LOG" 2>&1 < /dev/null &
    echo $! > "$PID"
    tries=0
    until grep -q '^Started\.' "$LOG"; do
        running || { cat "$LOG" >&2; rm -f "$PID"; exit 1; }
        tries=$((tries + 1))
        [ $tries -lt 900 ] || { echo "It is not up after 180 seconds." >&2; stop; exit 1; }
        sleep 0.2
    done
    echo "Neo4j $VERSION answers at bolt://127.0.0.1:$PORT. Stop it with: scripts/neo4j.sh stop"
}

stop() {
    running || { rm -f "$PID"; return 0; }
    pid=$(cat "$PID")
    kill "$pid"
    tries=0
    while kill -0 "$pid" 2> /dev/null; do
        tries=$((tries + 1))
        [ $tries -lt 100 ] || kill -9 "$pid" 2> /dev/null || true
        sleep 0.2
    done
    rm -f "$PID"
}

case "${1:-}" in
    fetch) fetch ;;
    start) start ;;
    stop) stop ;;
    run) prepare && { (serve until-input-ends) || true; rm -rf "$RUN"; } ;;
    status) if running; then echo running; else echo stopped; exit 3; fi ;;
    *) echo "usage: $0 fetch|start|stop|status|run" >&2; exit 2 ;;
esac
