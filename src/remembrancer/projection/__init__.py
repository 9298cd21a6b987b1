"""Graph engines: what one class of readers may see, as a graph that answers Cypher."""
