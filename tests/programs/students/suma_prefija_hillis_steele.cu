// Práctica 5: suma prefija inclusiva (Hillis-Steele)
// Un lanzamiento por cada paso; los punteros se intercambian.
#include <stdio.h>
#include <stdlib.h>

#define HILOS 128

int tamano = 5000;

__global__ void paso(const unsigned *entrada, unsigned *salida, int n, int salto)
{
    int id = blockDim.x * blockIdx.x + threadIdx.x;
    if (id < n) {
        if (id >= salto)
            salida[id] = entrada[id] + entrada[id - salto];
        else
            salida[id] = entrada[id];
    }
}

int bloques(int n, int hilos)
{
    int b = n / hilos;
    if (n % hilos != 0)
        b++;
    return b;
}

int main(int argc, char *argv[])
{
    if (argc >= 2)
        tamano = atoi(argv[1]);
    if (tamano <= 0) {
        printf("uso: %s [tamano]\n", argv[0]);
        return -1;
    }

    size_t nBytes = tamano * sizeof(unsigned);
    unsigned *h_datos = (unsigned *)malloc(nBytes);
    unsigned *h_res = (unsigned *)malloc(nBytes);
    for (int i = 0; i < tamano; i++)
        h_datos[i] = (i * 31) % 10;

    unsigned *d_uno, *d_dos;
    cudaMalloc((void **)&d_uno, nBytes);
    cudaMalloc((void **)&d_dos, nBytes);
    cudaMemcpy(d_uno, h_datos, nBytes, cudaMemcpyHostToDevice);

    int nb = bloques(tamano, HILOS);
    int pasos = 0;
    for (int salto = 1; salto < tamano; salto *= 2) {
        paso<<<nb, HILOS>>>(d_uno, d_dos, tamano, salto);
        unsigned *aux = d_uno;
        d_uno = d_dos;
        d_dos = aux;
        pasos++;
    }
    cudaMemcpy(h_res, d_uno, nBytes, cudaMemcpyDeviceToHost);

    // comprobación en la CPU
    unsigned acumulado = 0;
    int errores = 0;
    for (int i = 0; i < tamano; i++) {
        acumulado += h_datos[i];
        if (acumulado != h_res[i])
            errores++;
    }
    printf("%d pasos, %d errores\n", pasos, errores);

    cudaFree(d_uno);
    cudaFree(d_dos);
    free(h_datos);
    free(h_res);
    return errores;
}
