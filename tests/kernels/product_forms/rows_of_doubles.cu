// Arrays of rows as parameters, with sides that differ; the number of rows is given.
#define INNER 20
#define COLS 12

__global__ void product(const double x[][INNER], const double y[][COLS], double z[][COLS], int rows) {
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= rows || c >= COLS) return;
  double sum = 0;
  for (int i = 0; i < INNER; ++i) sum += x[r][i] * y[i][c];
  z[r][c] = sum;
}
