// Pinakas epi dianysma: apotelesma[g] = sum_s pinakas[g][s] * dianysma[s]
// Ena block ana grammi, NIMATA nimata ana block (dynami tou 2).
#define NIMATA 128

__global__ void pinakas_dianysma(const double *pinakas, const double *dianysma,
                                 double *apotelesma, int grammes, int stiles)
{
    __shared__ double merika[NIMATA];
    const int g = blockIdx.x;
    const int t = threadIdx.x;
    if (g >= grammes)
        return;

    double x = 0.0;
    for (int s = t; s < stiles; s += NIMATA)
        x += pinakas[(size_t)g * stiles + s] * dianysma[s];
    merika[t] = x;
    __syncthreads();

    for (int miso = NIMATA / 2; miso > 0; miso /= 2) {
        if (t < miso)
            merika[t] += merika[t + miso];
        __syncthreads();
    }

    if (t == 0)
        apotelesma[g] = merika[0];
}
