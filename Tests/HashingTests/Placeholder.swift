// Taken away with the first real file.
