// says: counts[0] is 0
//! n = 48
//! votes = { sides = ["n"], fill = "random" }
//! counts = { sides = ["CHOICES"], fill = "zeros" }
//! grid = "(n + 15) / 16"
//! block = 16
const int CHOICES = 4;

__global__ void tally(const int* votes, int* counts, int n) {
}

void reference(const int* votes, int* counts, int n) {
}
