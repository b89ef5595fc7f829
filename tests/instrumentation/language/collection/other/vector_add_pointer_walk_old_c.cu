/*
 * VADD.CU - add two vectors the old way
 *
 * Each thread gets a contiguous slice and walks it with pointers.
 * Bad for coalescing, good for nostalgia.
 */
#define FOREVER  for (;;)
#define INCR(p)  (*(p)++)

typedef float  *FLTPTR;
typedef int     INT;

__global__ void vadd(FLTPTR a, FLTPTR b, FLTPTR c, INT n)
{
	INT     nthr, me, lo, hi;
	FLTPTR  stop;

	nthr = gridDim.x * blockDim.x;
	me   = blockIdx.x * blockDim.x + threadIdx.x;
	lo   = (INT)((long long)n * me / nthr);
	hi   = (INT)((long long)n * (me + 1) / nthr);
	if (hi <= lo) return;

	stop = a + hi;
	a += lo; b += lo; c += lo;
	FOREVER {
		INCR(c) = INCR(a) + *b++;
		if (a >= stop) break;
	}
}

/* unrolled by eight with a computed entry */
__global__ void vscale(FLTPTR p, float by, INT count)
{
	INT n = (count + 7) / 8;
	if (threadIdx.x || blockIdx.x || count <= 0) return;
	switch (count & 7) {
	case 0: do {	*p++ *= by;
	case 7:		*p++ *= by;
	case 6:		*p++ *= by;
	case 5:		*p++ *= by;
	case 4:		*p++ *= by;
	case 3:		*p++ *= by;
	case 2:		*p++ *= by;
	case 1:		*p++ *= by;
		} while (--n > 0);
	}
}
