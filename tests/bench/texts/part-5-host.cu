// Part @N: the host code.
void start@N(const @T* A, const @T* B, @T* C, int n) {
  dim3 block(SIDE@B, SIDE@B);
  dim3 grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  product@P<<<grid, block>>>(A, B, C, n, n, n);
  cudaDeviceSynchronize();
  printf("part %d is done\n", @N);
}