"""OpenID Connect: people sign in with the provider of their organisation."""
