/* counts letters, digits, blanks and the rest.  classic homework */
#include <stdio.h>
#include <string.h>

enum char_class { CC_LETTER, CC_DIGIT, CC_BLANK, CC_NEWLINE, CC_OTHER, CC_COUNT };

__device__ enum char_class classify(char c)
{
	switch (c) {
	case ' ':
	case '\t':
		return CC_BLANK;
	case '\r':
	case '\n':
		return CC_NEWLINE;
	case '0': case '1': case '2': case '3': case '4':
	case '5': case '6': case '7': case '8': case '9':
		return CC_DIGIT;
	default:
		break;
	}
	c |= 0x20;			/* poor man's tolower */
	return c >= 'a' && c <= 'z' ? CC_LETTER : CC_OTHER;
}

__global__ void count_chars(const char *text, long len, int classes[CC_COUNT], int letters[26])
{
	__shared__ int c[CC_COUNT];
	__shared__ int l['z' - 'a' + 1];
	long i;

	if (threadIdx.x == 0) {
		memset(c, 0, sizeof(c));
		memset(l, 0, sizeof l);
	}
	__syncthreads();

	for (i = blockIdx.x * (long)blockDim.x + threadIdx.x; i < len; i += (long)blockDim.x * gridDim.x) {
		enum char_class k = classify(text[i]);
		atomicAdd(&c[k], 1);
		if (k != CC_LETTER)
			continue;
		atomicAdd(&l[(text[i] | ' ') - 'a'], 1);
	}
	__syncthreads();

	if (threadIdx.x < CC_COUNT)
		atomicAdd(&classes[threadIdx.x], c[threadIdx.x]);
	if (threadIdx.x < 26 && l[threadIdx.x])
		atomicAdd(&letters[threadIdx.x], l[threadIdx.x]);
}
