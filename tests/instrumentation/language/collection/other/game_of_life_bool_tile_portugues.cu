// Jogo da Vida de Conway -- cada bloco carrega o seu ladrilho com a borda (não é tórico!)
#include <cuda_runtime.h>

#define LADO 16
#define VIVA true
#define MORTA false

__device__ int contarVizinhas(bool ladrilho[][LADO + 2], int lin, int col)
{
	int total = 0;
	for (int dl = -1; dl <= 1; dl++)
		for (int dc = -1; dc <= 1; dc++)
		{
			if (dl == 0 && dc == 0)
				continue;	// a própria célula não conta
			total += ladrilho[lin + dl][col + dc];
		}
	return total;
}

__global__ void geracao(const bool *atual, bool *proxima, int largura, int altura)
{
	__shared__ bool ladrilho[LADO + 2][LADO + 2];

	// carregamento cooperativo: 324 células para 256 threads
	int linear = threadIdx.y * LADO + threadIdx.x;
	for (int k = linear; k < (LADO + 2) * (LADO + 2); k += LADO * LADO)
	{
		int l = k / (LADO + 2), c = k % (LADO + 2);
		int y = int(blockIdx.y * LADO) + l - 1;
		int x = int(blockIdx.x * LADO) + c - 1;
		bool dentro = x >= 0 && x < largura && y >= 0 && y < altura;
		ladrilho[l][c] = dentro ? atual[y * largura + x] : MORTA;
	}
	__syncthreads();

	int x = blockIdx.x * LADO + threadIdx.x;
	int y = blockIdx.y * LADO + threadIdx.y;
	if (x < largura && y < altura)
	{
		bool viva = ladrilho[threadIdx.y + 1][threadIdx.x + 1];
		int n = contarVizinhas(ladrilho, threadIdx.y + 1, threadIdx.x + 1);
		// sobrevivência: 2 ou 3; nascimento: exatamente 3
		proxima[y * largura + x] = viva ? (n == 2 || n == 3) : n == 3 ? VIVA : MORTA;
	}
}

// versão compacta: 32 células por palavra; somadores bit a bit contam oito vizinhas de uma vez
__global__ void geracaoCompacta(const uint *atual, uint *proxima, int palavras, int altura)
{
	int p = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
	if (p >= palavras) return;
	uint um = 0, dois = 0, quatro = 0;
#define SOMA(bits) { uint b_ = (bits), v_ = um & b_; um ^= b_; uint w_ = dois & v_; dois ^= v_; quatro |= w_; }
	for (int d = -1; d <= 1; ++d)
	{
		int l = y + d;
		if (l < 0 || l >= altura) continue;
		const uint *linha = &atual[l * palavras];
		uint meio = linha[p];
		uint esq = (meio << 1) | (p > 0 ? linha[p - 1] >> 31 : 0u);
		uint dir = (meio >> 1) | (p + 1 < palavras ? linha[p + 1] << 31 : 0u);
		SOMA(esq)
		SOMA(dir)
		if (d != 0) SOMA(meio)
	}
	// 0b011 -> nasce ou fica; 0b010 -> só fica
	proxima[y * palavras + p] = ~quatro & dois & (um | atual[y * palavras + p]);
}
