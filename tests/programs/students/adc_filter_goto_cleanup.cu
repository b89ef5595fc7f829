/* adc_filter.cu
 *
 * Offline filter for ADC logs (12 bit samples, 8 channels, interleaved).
 * fixed point FIR, Q15.  Ported from the MCU firmware.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>

#define NCH     8u
#define NSMP    2048u           /* samples per channel */
#define NTAP    16u
#define BLK     64u
#define Q15     15

#define E_OK    0
#define E_MEM   (-1)
#define E_CUDA  (-2)
#define E_CMP   (-3)

#define TRY(x)                          \
	do {                                \
		if ((x) != cudaSuccess) {       \
			rc = E_CUDA;                \
			goto out;                   \
		}                               \
	} while (0)

__constant__ int16_t g_h[NTAP];

__global__ void fir_q15(const uint16_t *s, int16_t *d, uint32_t n)
{
	uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t c = blockIdx.y;
	int32_t a = 0;

	if (i >= n)
		return;
	for (uint32_t t = 0; t < NTAP; t++) {
		if (i >= t)
			a += g_h[t] * ((int32_t)s[(i - t) * NCH + c] - 2048);
	}
	d[i * NCH + c] = (int16_t)(a >> Q15);
}

__global__ void peak(const int16_t *d, int32_t *p, uint32_t n)
{
	uint32_t c = threadIdx.x;
	int32_t m = 0;

	if (c < NCH) {
		for (uint32_t i = 0; i < n; i++) {
			int32_t v = d[i * NCH + c];
			v = v < 0 ? -v : v;
			if (v > m)
				m = v;
		}
		p[c] = m;
	}
}

static int16_t ref(const uint16_t *s, const int16_t *h, uint32_t i, uint32_t c)
{
	int32_t a = 0;
	for (uint32_t t = 0; t < NTAP && t <= i; t++)
		a += h[t] * ((int32_t)s[(i - t) * NCH + c] - 2048);
	return (int16_t)(a >> Q15);
}

int main(void)
{
	int rc = E_OK;
	uint32_t i, c;
	uint16_t *s = NULL, *ds = NULL;
	int16_t *d = NULL, *dd = NULL;
	int32_t p[NCH], *dp = NULL;
	int16_t h[NTAP];
	dim3 g, b;
	const size_t len = NCH * NSMP;

	s = (uint16_t *)malloc(len * sizeof *s);
	d = (int16_t *)malloc(len * sizeof *d);
	if (s == NULL || d == NULL) {
		rc = E_MEM;
		goto out;
	}
	for (i = 0; i < len; i++)
		s[i] = (uint16_t)((i * 1103u + 12345u) & 0x0fffu);
	for (i = 0; i < NTAP; i++)
		h[i] = (int16_t)(32767 / NTAP);

	TRY(cudaMalloc((void **)&ds, len * sizeof *s));
	TRY(cudaMalloc((void **)&dd, len * sizeof *d));
	TRY(cudaMalloc((void **)&dp, sizeof p));
	TRY(cudaMemcpy(ds, s, len * sizeof *s, cudaMemcpyHostToDevice));
	TRY(cudaMemcpyToSymbol(g_h, h, sizeof h));

	b.x = BLK;
	g.x = (NSMP + BLK - 1) / BLK;
	g.y = NCH;
	fir_q15<<<g, b>>>(ds, dd, NSMP);
	TRY(cudaGetLastError());
	peak<<<1, 32>>>(dd, dp, NSMP);
	TRY(cudaGetLastError());
	TRY(cudaMemcpy(d, dd, len * sizeof *d, cudaMemcpyDeviceToHost));
	TRY(cudaMemcpy(p, dp, sizeof p, cudaMemcpyDeviceToHost));

	for (c = 0; c < NCH; c++) {
		int32_t m = 0;
		for (i = 0; i < NSMP; i++) {
			int16_t r = ref(s, h, i, c);
			if (r != d[i * NCH + c]) {
				rc = E_CMP;
				goto out;
			}
			if (abs(r) > m)
				m = abs(r);
		}
		if (m != p[c]) {
			rc = E_CMP;
			goto out;
		}
		printf("ch%u peak %d\n", c, (int)m);
	}
out:
	cudaFree(dp);
	cudaFree(dd);
	cudaFree(ds);
	free(d);
	free(s);
	printf("rc=%d\n", rc);
	return rc == E_OK ? 0 : 1;
}
