// Умножение матриц: одна нить считает два соседних столбца
// (так вдвое реже читается левая матрица)

using celoe = long long;

namespace zadacha {

struct Para { celoe pervoe, vtoroe; };      // пара соседних сумм

__device__ inline void dobavit(Para& p, celoe mnozhitel, celoe a, celoe b)
{
    p.pervoe += mnozhitel * a;
    p.vtoroe += mnozhitel * b;
}

__global__ void umnozhit(const celoe* levaya, const celoe* pravaya, celoe* itog, celoe n)
{
    const celoe stroka  = static_cast<celoe>(blockIdx.y) * blockDim.y + threadIdx.y;
    const celoe stolbec = 2 * (static_cast<celoe>(blockIdx.x) * blockDim.x + threadIdx.x);

    if (stroka >= n || stolbec >= n)
        return;

    const bool est_vtoroj = stolbec + 1 < n;  // при нечётном n второго может не быть
    Para summa = {0, 0};
    for (celoe k = 0; k < n; ++k)
        dobavit(summa, levaya[stroka * n + k],
                pravaya[k * n + stolbec],
                est_vtoroj ? pravaya[k * n + stolbec + 1] : 0LL);

    itog[stroka * n + stolbec] = summa.pervoe;
    if (est_vtoroj)
        itog[stroka * n + stolbec + 1] = summa.vtoroe;
}

}  // namespace zadacha
