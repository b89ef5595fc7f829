// Tarea 2 - Programación paralela
// Multiplicación de matrices: versión ingenua y versión con memoria compartida
//
// Compilar:  nvcc -o tarea2 matmul_homework.cu
// Ejecutar:  ./tarea2 [filasA] [columnasA] [columnasB]
//
// ¡Ojo! Las dimensiones no tienen que ser múltiplos de TILE.

#include "cuda_runtime.h"
#include "device_launch_parameters.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#define TILE 16
#define TOLERANCIA 1e-3f

// macro para comprobar errores después de cada llamada
#define cudaComprobar(ans) { comprobar((ans), __FILE__, __LINE__); }
inline void comprobar(cudaError_t codigo, const char *archivo, int linea, bool salir = true)
{
	if (codigo != cudaSuccess)
	{
		fprintf(stderr, "GPU: %s %s %d\n", cudaGetErrorString(codigo), archivo, linea);
		if (salir) exit(codigo);
	}
}

typedef struct
{
	int filas;
	int columnas;
	float *datos;
} MatrizHost;

// Prototipos: los núcleos están al final del archivo
__global__ void matMulIngenua(const float *a, const float *b, float *c, int m, int n, int k);
__global__ void matMulTeselas(const float *a, const float *b, float *c, int m, int n, int k);
__global__ void matMulMal(const float *a, const float *b, float *c, int m, int n, int k);
__global__ void llenar(float *p, int n, float valor);
__device__ float leerSeguro(const float *p, int fila, int col, int filas, int cols);

MatrizHost crearMatriz(int filas, int columnas)
{
	MatrizHost m;
	m.filas = filas;
	m.columnas = columnas;
	m.datos = (float *)malloc(sizeof(float) * filas * columnas);
	if (m.datos == NULL)
	{
		fprintf(stderr, "¡No hay memoria para una matriz de %dx%d!\n", filas, columnas);
		exit(EXIT_FAILURE);
	}
	return m;
}

void destruirMatriz(MatrizHost *m)
{
	free(m->datos);
	m->datos = NULL;
}

void llenarAlAzar(MatrizHost *m)
{
	for (int i = 0; i < m->filas * m->columnas; i++)
		m->datos[i] = (float)rand() / RAND_MAX - 0.5f;
}

// Referencia en la CPU, tres ciclos anidados
void matMulCPU(const MatrizHost *a, const MatrizHost *b, MatrizHost *c)
{
	for (int i = 0; i < a->filas; i++)
		for (int j = 0; j < b->columnas; j++)
		{
			float suma = 0;
			for (int k = 0; k < a->columnas; k++)
				suma += a->datos[i * a->columnas + k] * b->datos[k * b->columnas + j];
			c->datos[i * c->columnas + j] = suma;
		}
}

bool comparar(const MatrizHost *x, const MatrizHost *y, const char *nombre)
{
	int errores = 0;
	for (int i = 0; i < x->filas * x->columnas; i++)
	{
		float d = fabsf(x->datos[i] - y->datos[i]);
		if (d > TOLERANCIA)
		{
			if (errores < 5)
				printf("  [%s] elemento %d: %f != %f\n", nombre, i, x->datos[i], y->datos[i]);
			errores++;
		}
	}
	printf("%-22s %s (%d errores)\n", nombre, errores ? "INCORRECTA" : "correcta", errores);
	return errores == 0;
}

#ifdef IMPRIMIR
void imprimir(const MatrizHost *m)
{
	for (int i = 0; i < m->filas; i++)
	{
		for (int j = 0; j < m->columnas; j++)
			printf("%6.2f ", m->datos[i * m->columnas + j]);
		putchar('\n');
	}
}
#endif

int main(int argc, char *argv[])
{
	int m = 300, k = 200, n = 500;
	if (argc == 4)
	{
		m = atoi(argv[1]);
		k = atoi(argv[2]);
		n = atoi(argv[3]);
	}
	else if (argc != 1)
	{
		printf("uso: %s [filasA] [columnasA] [columnasB]\n", argv[0]);
		return 1;
	}
	srand((unsigned)time(NULL));

	MatrizHost a = crearMatriz(m, k);
	MatrizHost b = crearMatriz(k, n);
	MatrizHost c = crearMatriz(m, n);
	MatrizHost ref = crearMatriz(m, n);
	llenarAlAzar(&a);
	llenarAlAzar(&b);

	clock_t t0 = clock();
	matMulCPU(&a, &b, &ref);
	clock_t t1 = clock();
	printf("CPU: %.3f ms\n", 1000.0 * (t1 - t0) / CLOCKS_PER_SEC);

	float *d_a, *d_b, *d_c;
	cudaComprobar(cudaMalloc(&d_a, sizeof(float) * m * k));
	cudaComprobar(cudaMalloc(&d_b, sizeof(float) * k * n));
	cudaComprobar(cudaMalloc(&d_c, sizeof(float) * m * n));
	cudaComprobar(cudaMemcpy(d_a, a.datos, sizeof(float) * m * k, cudaMemcpyHostToDevice));
	cudaComprobar(cudaMemcpy(d_b, b.datos, sizeof(float) * k * n, cudaMemcpyHostToDevice));

	dim3 hilos(TILE, TILE);
	dim3 bloques((n + TILE - 1) / TILE, (m + TILE - 1) / TILE);
	float milisegundos;
	cudaEvent_t inicio, fin;
	cudaEventCreate(&inicio);
	cudaEventCreate(&fin);

	/* ---------- 1: ingenua ---------- */
	llenar<<<128, 256>>>(d_c, m * n, -1.0f);
	cudaEventRecord(inicio);
	matMulIngenua<<<bloques, hilos>>>(d_a, d_b, d_c, m, n, k);
	cudaEventRecord(fin);
	cudaComprobar(cudaEventSynchronize(fin));
	cudaEventElapsedTime(&milisegundos, inicio, fin);
	printf("GPU ingenua: %.3f ms\n", milisegundos);
	cudaComprobar(cudaMemcpy(c.datos, d_c, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
	bool bien = comparar(&ref, &c, "ingenua");

	/* ---------- 2: con teselas ---------- */
	llenar<<<128, 256>>>(d_c, m * n, -1.0f);
	cudaEventRecord(inicio);
	matMulTeselas<<<bloques, hilos>>>(d_a, d_b, d_c, m, n, k);
	cudaEventRecord(fin);
	cudaComprobar(cudaEventSynchronize(fin));
	cudaEventElapsedTime(&milisegundos, inicio, fin);
	printf("GPU teselas: %.3f ms\n", milisegundos);
	cudaComprobar(cudaMemcpy(c.datos, d_c, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
	bien = comparar(&ref, &c, "teselas") && bien;

	/* ---------- 3: el error típico ---------- */
	llenar<<<128, 256>>>(d_c, m * n, -1.0f);
	matMulMal<<<bloques, dim3(TILE, TILE)>>>(d_a, d_b, d_c, m, n, k);
	cudaComprobar(cudaDeviceSynchronize());
	cudaComprobar(cudaMemcpy(c.datos, d_c, sizeof(float) * m * n, cudaMemcpyDeviceToHost));
	comparar(&ref, &c, "sin barrera (adrede)");

#ifdef IMPRIMIR
	imprimir(&c);
#endif

	cudaFree(d_a);
	cudaFree(d_b);
	cudaFree(d_c);
	destruirMatriz(&a);
	destruirMatriz(&b);
	destruirMatriz(&c);
	destruirMatriz(&ref);
	return bien ? EXIT_SUCCESS : EXIT_FAILURE;
}

// ============================ núcleos ============================

// Lee un elemento o devuelve cero si está afuera
__device__ float leerSeguro(const float *p, int fila, int col, int filas, int cols)
{
	return (fila < filas && col < cols) ? p[fila * cols + col] : 0.0f;
}

__global__ void llenar(float *p, int n, float valor)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		p[i] = valor;
}

__global__ void matMulIngenua(const float *a, const float *b, float *c, int m, int n, int k)
{
	int fila = blockIdx.y * blockDim.y + threadIdx.y;
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	if (fila >= m || col >= n)
		return;

	float suma = 0;
	for (int i = 0; i < k; i++)
		suma += a[fila * k + i] * b[i * n + col];
	c[fila * n + col] = suma;
}

__global__ void matMulTeselas(const float *a, const float *b, float *c, int m, int n, int k)
{
	__shared__ float ta[TILE][TILE];
	__shared__ float tb[TILE][TILE];

	int fila = blockIdx.y * TILE + threadIdx.y;
	int col = blockIdx.x * TILE + threadIdx.x;
	float suma = 0;

	for (int t = 0; t < (k + TILE - 1) / TILE; t++)
	{
		ta[threadIdx.y][threadIdx.x] = leerSeguro(a, fila, t * TILE + threadIdx.x, m, k);
		tb[threadIdx.y][threadIdx.x] = leerSeguro(b, t * TILE + threadIdx.y, col, k, n);
		__syncthreads();

		for (int i = 0; i < TILE; i++)
			suma += ta[threadIdx.y][i] * tb[i][threadIdx.x];
		__syncthreads();
	}

	if (fila < m && col < n)
		c[fila * n + col] = suma;
}

// A ésta le falta la segunda barrera: un warp rápido pisa la tesela
__global__ void matMulMal(const float *a, const float *b, float *c, int m, int n, int k)
{
	__shared__ float ta[TILE][TILE];
	__shared__ float tb[TILE][TILE];

	int ty = threadIdx.y, tx = threadIdx.x;
	int fila = blockIdx.y * TILE + ty;
	int col = blockIdx.x * TILE + tx;
	float suma = 0;

	for (int t = 0; t < (k - 1) / TILE + 1; t++)
	{
		ta[ty][tx] = leerSeguro(a, fila, t * TILE + tx, m, k);
		tb[ty][tx] = leerSeguro(b, t * TILE + ty, col, k, n);
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			suma += ta[ty][i] * tb[i][tx];
		// __syncthreads();   <- "no hace falta", dijo el compañero
	}

	if (fila < m && col < n)
		c[fila * n + col] = suma;
}
