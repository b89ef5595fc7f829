// Mistake: off-by-one guard, rij <= rijen should be rij < rijen; the extra row runs into the first element of
// the next column (race) and past the end
// Matrixproduct, kolom voor kolom opgeslagen (zoals in Fortran / MATLAB).
// links  : rijen  x binnen
// rechts : binnen x kolommen
// uit    : rijen  x kolommen
// x loopt over de rijen, y over de kolommen; het grid is naar boven afgerond.
#define POS(rij, kolom, aantalRijen) ((rij) + (kolom) * (aantalRijen))

__global__ void vermenigvuldig(const float *links, const float *rechts, float *uit,
                               int rijen, int binnen, int kolommen)
{
    int rij = blockIdx.x * blockDim.x + threadIdx.x;
    int kolom = blockIdx.y * blockDim.y + threadIdx.y;

    if (rij <= rijen && kolom < kolommen) {
        float som = 0.0f;
        for (int t = 0; t < binnen; ++t)
            som += links[POS(rij, t, rijen)] * rechts[POS(t, kolom, binnen)];
        uit[POS(rij, kolom, rijen)] = som;
    }
}
