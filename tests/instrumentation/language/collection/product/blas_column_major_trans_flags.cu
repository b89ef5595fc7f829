// Reference-BLAS flavoured SGEMM: column major, leading dimensions, 'N' or 'T'
// C := alpha*op(A)*op(B) + beta*C

#define IDX(i, j, ld) ((size_t)(j) * (ld) + (i))

extern "C" __global__ void sgemm_ref(char transa, char transb,
                                     int m, int n, int k,
                                     float alpha,
                                     const float *A, int lda,
                                     const float *B, int ldb,
                                     float beta,
                                     float *C, int ldc)
{
	int i = threadIdx.x + blockIdx.x * blockDim.x;
	int j = threadIdx.y + blockIdx.y * blockDim.y;
	float temp = 0.0f;
	int l;

	if (i >= m || j >= n)
		return;

	if (transa == 'N' && transb == 'N') {
		for (l = 0; l < k; l++)
			temp += A[IDX(i, l, lda)] * B[IDX(l, j, ldb)];
	} else if (transa == 'N') {
		for (l = 0; l < k; l++)
			temp += A[IDX(i, l, lda)] * B[IDX(j, l, ldb)];
	} else if (transb == 'N') {
		for (l = 0; l < k; l++)
			temp += A[IDX(l, i, lda)] * B[IDX(l, j, ldb)];
	} else {
		for (l = 0; l < k; l++)
			temp += A[IDX(l, i, lda)] * B[IDX(j, l, ldb)];
	}

	/* beta == 0 must not read C (it may hold NaNs) */
	if (beta == 0.0f)
		C[IDX(i, j, ldc)] = alpha * temp;
	else
		C[IDX(i, j, ldc)] = alpha * temp + beta * C[IDX(i, j, ldc)];
}
