/*
 * Décomposition LU avec pivot partiel sur GPU
 * ------------------------------------------
 * Devoir n°4 du cours de calcul parallèle.
 *
 * L'algorithme à droite (right-looking) : pour chaque colonne k
 *    1. chercher le pivot        (un seul bloc, réduction)
 *    2. échanger les lignes k et p
 *    3. diviser la colonne k par le pivot
 *    4. mettre à jour la sous-matrice :  A[i][j] -= A[i][k] * A[k][j]
 *
 *      +---+-----------+
 *      | U |    U      |
 *      +---+-----------+
 *      |   |///////////|
 *      | L |/ à faire /|
 *      |   |///////////|
 *      +---+-----------+
 */
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
#include <assert.h>
#include <cuda_runtime.h>

#define VERIFIER(appel)                                                   \
	do {                                                                  \
		cudaError_t e = appel;                                            \
		if (e != cudaSuccess) {                                           \
			printf("Erreur CUDA : %s (ligne %d)\n",                       \
			       cudaGetErrorString(e), __LINE__);                      \
			exit(EXIT_FAILURE);                                           \
		}                                                                 \
	} while (0)

#define IDX(i, j, n) ((i) * (n) + (j))
#define NB_FILS 256
#define BX 32
#define BY 8

typedef double reel;

__device__ int d_signe = 1;
__device__ int d_singuliere;

/* Étape 1 : indice du plus grand |A[i][k]| pour i >= k. Un seul bloc ! */
__global__ void chercher_pivot(const reel *A, int n, int k, int *pivots)
{
	__shared__ reel val[NB_FILS];
	__shared__ int ind[NB_FILS];
	int t = threadIdx.x;
	reel meilleur = -1.0;
	int ou = k;

	for (int i = k + t; i < n; i += NB_FILS) {
		reel v = fabs(A[IDX(i, k, n)]);
		if (v > meilleur) {
			meilleur = v;
			ou = i;
		}
	}
	val[t] = meilleur;
	ind[t] = ou;
	__syncthreads();

	for (int s = NB_FILS / 2; s > 0; s >>= 1) {
		if (t < s && val[t + s] > val[t]) {
			val[t] = val[t + s];
			ind[t] = ind[t + s];
		}
		__syncthreads();
	}

	if (t == 0) {
		pivots[k] = ind[0];
		if (val[0] < 1e-14) {
			d_singuliere = 1;
			printf("matrice singuliere : colonne %d, pivot %g\n", k, val[0]);
		}
		if (ind[0] != k)
			d_signe = -d_signe;
	}
}

/* Étape 2 */
__global__ void echanger_lignes(reel *A, int n, int k, const int *pivots)
{
	int j = blockIdx.x * blockDim.x + threadIdx.x;
	int p = pivots[k];
	if (j >= n || p == k)
		return;
	reel tmp = A[IDX(k, j, n)];
	A[IDX(k, j, n)] = A[IDX(p, j, n)];
	A[IDX(p, j, n)] = tmp;
}

/* Étape 3 */
__global__ void diviser_colonne(reel *A, int n, int k)
{
	int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		A[IDX(i, k, n)] /= A[IDX(k, k, n)];
}

/* Étape 4 : la ligne et la colonne du pivot passent par la mémoire partagée */
__global__ void mettre_a_jour(reel *A, int n, int k)
{
	__shared__ reel ligne[BX];
	__shared__ reel colonne[BY];

	int j = k + 1 + blockIdx.x * BX + threadIdx.x;
	int i = k + 1 + blockIdx.y * BY + threadIdx.y;

	if (threadIdx.y == 0 && j < n)
		ligne[threadIdx.x] = A[IDX(k, j, n)];
	if (threadIdx.x == 0 && i < n)
		colonne[threadIdx.y] = A[IDX(i, k, n)];
	__syncthreads();

	if (i < n && j < n)
		A[IDX(i, j, n)] -= colonne[threadIdx.y] * ligne[threadIdx.x];
}

/* Résolution L y = P b puis U x = y, un seul bloc, x dans la mémoire partagée dynamique */
__global__ void resoudre(const reel *LU, const int *pivots, const reel *b, reel *x, int n)
{
	extern __shared__ reel s[];
	for (int i = threadIdx.x; i < n; i += blockDim.x)
		s[i] = b[i];
	__syncthreads();

	if (threadIdx.x == 0)
		for (int k = 0; k < n; k++) {
			int p = pivots[k];
			reel t = s[k];
			s[k] = s[p];
			s[p] = t;
		}
	__syncthreads();

	/* descente */
	for (int k = 0; k < n; k++) {
		for (int i = k + 1 + threadIdx.x; i < n; i += blockDim.x)
			s[i] -= LU[IDX(i, k, n)] * s[k];
		__syncthreads();
	}
	/* remontée */
	for (int k = n - 1; k >= 0; k--) {
		if (threadIdx.x == 0)
			s[k] /= LU[IDX(k, k, n)];
		__syncthreads();
		for (int i = threadIdx.x; i < k; i += blockDim.x)
			s[i] -= LU[IDX(i, k, n)] * s[k];
		__syncthreads();
	}

	for (int i = threadIdx.x; i < n; i += blockDim.x)
		x[i] = s[i];
}

/* log |det A| ; l'addition atomique sur double existe depuis sm_60 */
__global__ void log_determinant(const reel *LU, int n, reel *resultat)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	reel v = i < n ? log(fabs(LU[IDX(i, i, n)])) : 0.0;
	unsigned masque = __activemask();
	assert(masque == 0xffffffffu);
	for (int d = 16; d >= 1; d /= 2)
		v += __shfl_xor_sync(masque, v, d);
	if ((threadIdx.x & 31) == 0)
		atomicAdd(resultat, v);
}

/* ------------------------- côté hôte ------------------------- */

static double residu(const reel *A, const reel *x, const reel *b, int n)
{
	double pire = 0.0;
	for (int i = 0; i < n; i++) {
		double s = -b[i];
		for (int j = 0; j < n; j++)
			s += A[IDX(i, j, n)] * x[j];
		if (fabs(s) > pire)
			pire = fabs(s);
	}
	return pire;
}

#ifdef DEBUG
static void afficher(const char *titre, const reel *A, int n)
{
	printf("-- %s --\n", titre);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < n; j++)
			printf("%8.3f%c", A[IDX(i, j, n)], j + 1 == n ? '\n' : ' ');
	}
}
#else
#define afficher(titre, A, n) ((void)0)
#endif

void lu_gpu(reel *dA, int *dPivots, int n)
{
	int k;
	for (k = 0; k < n; k++) {
		int reste = n - k - 1;
		chercher_pivot<<<1, NB_FILS>>>(dA, n, k, dPivots);
		echanger_lignes<<<(n + NB_FILS - 1) / NB_FILS, NB_FILS>>>(dA, n, k, dPivots);
		if (reste == 0)
			break;
		diviser_colonne<<<(reste + NB_FILS - 1) / NB_FILS, NB_FILS>>>(dA, n, k);

		dim3 bloc(BX, BY);
		dim3 grille;
		grille.x = (reste + BX - 1) / BX;
		grille.y = (reste + BY - 1) / BY;
		mettre_a_jour<<<grille, bloc>>>(dA, n, k);
	}
	VERIFIER(cudaGetLastError());
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 200;
	if (n < 2 || n > 4096) {
		fprintf(stderr, "n doit être entre 2 et 4096 (l'argument était \"%s\")\n", argv[1]);
		return 1;
	}

	size_t taille = (size_t)n * n * sizeof(reel);
	reel *A = (reel *)malloc(taille);
	reel *b = (reel *)malloc(n * sizeof(reel));
	reel *x = (reel *)malloc(n * sizeof(reel));
	srand(12345);
	for (int i = 0; i < n * n; i++)
		A[i] = 2.0 * rand() / RAND_MAX - 1.0;
	for (int i = 0; i < n; i++)
		b[i] = i % 10;
	afficher("A", A, n);

	reel *dA, *db, *dx, *dLog;
	int *dPivots;
	VERIFIER(cudaMalloc((void **)&dA, taille));
	VERIFIER(cudaMalloc((void **)&db, n * sizeof(reel)));
	VERIFIER(cudaMalloc((void **)&dx, n * sizeof(reel)));
	VERIFIER(cudaMalloc((void **)&dLog, sizeof(reel)));
	VERIFIER(cudaMalloc((void **)&dPivots, n * sizeof(int)));
	VERIFIER(cudaMemcpy(dA, A, taille, cudaMemcpyHostToDevice));
	VERIFIER(cudaMemcpy(db, b, n * sizeof(reel), cudaMemcpyHostToDevice));
	VERIFIER(cudaMemset(dLog, 0, sizeof(reel)));

	cudaEvent_t debut, fin;
	float ms = 0.f;
	cudaEventCreate(&debut);
	cudaEventCreate(&fin);
	cudaEventRecord(debut, 0);
	lu_gpu(dA, dPivots, n);
	cudaEventRecord(fin, 0);
	VERIFIER(cudaEventSynchronize(fin));
	cudaEventElapsedTime(&ms, debut, fin);

	resoudre<<<1, 256, n * sizeof(reel)>>>(dA, dPivots, db, dx, n);
	log_determinant<<<(n + 127) / 128, 128>>>(dA, n, dLog);
	VERIFIER(cudaDeviceSynchronize());

	reel logdet;
	int signe, singuliere;
	VERIFIER(cudaMemcpy(x, dx, n * sizeof(reel), cudaMemcpyDeviceToHost));
	VERIFIER(cudaMemcpy(&logdet, dLog, sizeof(reel), cudaMemcpyDeviceToHost));
	VERIFIER(cudaMemcpyFromSymbol(&signe, d_signe, sizeof(int)));
	VERIFIER(cudaMemcpyFromSymbol(&singuliere, d_singuliere, sizeof(int)));

	double r = residu(A, x, b, n);
	printf("n = %d : %.2f ms, residu = %.2e, det = %c exp(%.6f)%s\n", n, ms, r,
	       signe > 0 ? '+' : '-', logdet, singuliere ? "  /* singuliere */" : "");

	cudaFree(dA); cudaFree(db); cudaFree(dx); cudaFree(dLog); cudaFree(dPivots);
	free(A); free(b); free(x);
	return r < 1e-6 ? 0 : 1;
}
