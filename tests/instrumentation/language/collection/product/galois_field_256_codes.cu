// Reed-Solomon style encoding: parity = G * data over GF(2^8),
// polynomial x^8 + x^4 + x^3 + x^2 + 1.
typedef unsigned char byte;

enum { POLY = 0b1'0001'1101, TOP = 0200, MAXROWS = 32 };

__device__ byte gf_mul(byte a, byte b)
{
	unsigned r = 0, x = a;
	do {
		if (b & 1)
			r ^= x;
		x = x & TOP ? (x << 1) ^ POLY : x << 1;
	} while (b >>= 1);
	return (byte)r;
}

__device__ unsigned gf_mul_packed(byte g, unsigned four)
{
	unsigned out = 0u;
	for (int shift = 0; shift != 32; shift += 8)
		out |= (unsigned)gf_mul(g, four >> shift & 0xff) << shift;
	return out;
}

__constant__ byte generator[MAXROWS * MAXROWS];

/* each thread encodes four bytes of one parity row */
__global__ void encode(const byte *data, byte *parity, int k, int stripe)
{
	int word = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y;
	unsigned sum = 0;

	if (word * (int)sizeof(unsigned) >= stripe)
		return;
	for (int i = 0; i < k; i++) {
		unsigned d = ((const unsigned *)(data + i * stripe))[word];
		byte g = generator[row * k + i];
		switch (g) {
		case 0:
			continue;
		case 1:
			sum ^= d;
			break;
		default:
			sum ^= gf_mul_packed(g, d);
		}
	}
	*((unsigned *)(parity + row * stripe) + word) = sum;
}

/* how many bytes differ from what they should be; `damaged` starts at 0 */
__global__ void verify(const byte *should, const byte *is, unsigned long long *damaged, int bytes)
{
	__shared__ int here;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (threadIdx.x == 0) here = '\0';
	__syncthreads();
	if (i < bytes && (should[i] ^ is[i]) != 0x00) atomicAdd(&here, 1);
	__syncthreads();
	if (threadIdx.x == 0 && here) atomicAdd(damaged, (unsigned long long)here);
}
