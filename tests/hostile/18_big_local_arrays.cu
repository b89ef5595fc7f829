// Each thread has a local array of 512 KB (the legal limit); there are 1024 threads in a block and 1024 blocks: 512 GB in all.
__global__ void
walk_table(int *result, int seed)
{
  int table[131072];
  int self = blockIdx.x * blockDim.x + threadIdx.x;

  for (int i = 0; i < 131072; i++)
    table[i] = (i * 40503 + seed + self) & 131071;

  int p = self & 131071;
  for (int i = 0; i < 1000; i++)
    p = table[p];
  result[self] = p;
}

int
main()
{
  int *result;
  cudaMalloc(&result, 1024 * 1024 * sizeof(int));
  walk_table<<<1024, 1024>>>(result, 3);
  cudaDeviceSynchronize();
}
