// Collatz for the first 2^22 starts. Ends for each thread, but how late is anyone's guess; then the 3n-1 typo kernel, endless for starts such as 5.
#define uint64 unsigned long long

__global__ void CollatzSteps(int* Steps, int Count)
{
	int Index = blockIdx.x * blockDim.x + threadIdx.x;
	if (Index < Count)
	{
		uint64 Value = Index + 1ULL;
		int S = 0;
		while (Value != 1)
		{
			Value = (Value & 1) ? 3 * Value + 1 : Value >> 1;
			S++;
		}
		Steps[Index] = S;
	}
}

__global__ void CollatzTypo(int* Steps, int Count)
{
	int Index = blockIdx.x * blockDim.x + threadIdx.x;
	if (Index < Count)
	{
		uint64 Value = Index + 1ULL;
		while (Value != 1)
			Value = (Value & 1) ? 3 * Value - 1 : Value >> 1;	// 5 14 7 20 10 5 ...
		Steps[Index] = 1;
	}
}

int main()
{
	const int Count = 4194304;
	int* Steps;
	cudaMalloc(&Steps, Count * sizeof(int));
	CollatzSteps<<<Count / 512, 512>>>(Steps, Count);
	CollatzTypo<<<Count / 512, 512>>>(Steps, Count);
	cudaDeviceSynchronize();
}
