// Чётно-нечётная сортировка. Один блок, пока есть перестановки.
// Лабораторная работа №4
#include <cuda_runtime.h>
#include <stdio.h>

// обмен местами
template<typename Тип>
__device__ void obmen(Тип *а, Тип *б)
{
    Тип врем = *а;
    *а = *б;
    *б = врем;
}

__global__ void sortirovka(short *massiv, int dlina, int *chislo_prohodov)
{
    int nomer = threadIdx.x;
    int prohod = 0;
    int est_obmen_1 = 1, est_obmen_2 = 1;

    while (est_obmen_1 || est_obmen_2)
    {
        int menyal = 0;
        // сначала чётные, потом нечётные пары
        for (int i = 2 * nomer + (prohod & 1); i + 1 < dlina; i += 2 * blockDim.x)
        {
            if (massiv[i] > massiv[i + 1])
            {
                obmen(&massiv[i], massiv + i + 1);
                menyal = 1;
            }
        }
        est_obmen_2 = est_obmen_1;
        est_obmen_1 = __syncthreads_or(menyal);
        ++prohod;
        if (prohod > 2 * dlina)
        {
            if (!nomer) printf("Ошибка: не сходится, длина=%d\n", dlina);
            break;
        }
    }
    if (nomer == 0)
        *chislo_prohodov = prohod;   // сколько проходов сделали
}
