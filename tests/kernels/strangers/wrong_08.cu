// Mistake: double buffer barrier stands between prefetch and compute with none after the compute; the next
// prefetch overwrites the buffer still being read (race)
// Matrixszorzas ketszeres puffereles segitsegevel: ki = bal * jobb (sorfolytonos)
// blokk: (CS, CS) szal, racs: (ceil(oszlopok/CS), ceil(sorok/CS))
#define CS 16

__global__ void szoroz(const double *bal, const double *jobb, double *ki,
                       int sorok, int belso, int oszlopok)
{
    __shared__ double cs1[2][CS][CS];
    __shared__ double cs2[2][CS][CS + 1];

    const int tx = threadIdx.x, ty = threadIdx.y;
    const int sor = blockIdx.y * CS + ty;
    const int oszlop = blockIdx.x * CS + tx;
    const int lepesek = (belso + CS - 1) / CS;
    int most = 0;
    double ossz = 0.0;

    // elso csempe
    cs1[0][ty][tx] = (sor < sorok && tx < belso) ? bal[sor * belso + tx] : 0.0;
    cs2[0][ty][tx] = (ty < belso && oszlop < oszlopok) ? jobb[ty * oszlopok + oszlop] : 0.0;

    for (int l = 0; l < lepesek; ++l) {
        // a kovetkezo csempe elore betoltese
        if (l + 1 < lepesek) {
            const int p = (l + 1) * CS + tx;
            const int q = (l + 1) * CS + ty;
            cs1[1 - most][ty][tx] = (sor < sorok && p < belso) ? bal[sor * belso + p] : 0.0;
            cs2[1 - most][ty][tx] = (q < belso && oszlop < oszlopok) ? jobb[q * oszlopok + oszlop] : 0.0;
        }
        __syncthreads();

        for (int e = 0; e < CS; ++e)
            ossz += cs1[most][ty][e] * cs2[most][e][tx];
        most = 1 - most;
    }

    if (sor < sorok && oszlop < oszlopok)
        ki[sor * oszlopok + oszlop] = ossz;
}
