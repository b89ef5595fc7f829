// Stands for the headers that all tests include.
