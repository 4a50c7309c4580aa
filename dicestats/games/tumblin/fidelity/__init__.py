"""How true the fast model is: the same throws in another model, and how far the results differ."""
