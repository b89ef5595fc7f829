// An empty source, with which the headers that all tests include are compiled.
