// Multiplicação de matrizes com laço de passada de grade (grid-stride loop).
// Qualquer tamanho de grade funciona.
#include <cstddef>

__device__ static inline std::size_t meuIndice()
{
    return static_cast<std::size_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__global__ void multiplica(std::size_t linhas, std::size_t meio, std::size_t colunas,
                           const double * __restrict__ esquerda,
                           const double * __restrict__ direita,
                           double * __restrict__ saida)
{
    const auto total   = linhas * colunas;
    const auto passada = static_cast<std::size_t>(gridDim.x) * blockDim.x;

    for (auto posicao = meuIndice(); posicao < total; posicao += passada) {
        const auto linha  = posicao / colunas;
        const auto coluna = posicao - linha * colunas;   // o resto da divisão
        auto acumulado = 0.0;
        for (std::size_t k = 0; k != meio; ++k)
            acumulado += esquerda[linha * meio + k] * direita[k * colunas + coluna];
        saida[posicao] = acumulado;   // não há condição de corrida: cada posição tem um dono
    }
}
