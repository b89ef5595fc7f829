#include "nucleos.cuh"
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

class Sistema {
    Particula *d_particulas = nullptr;
    int *d_conteo = nullptr;
    int cantidad;
    Mundo mundo;
    static constexpr int HILOS = 128;

public:
    Sistema(const Particula *h, int n, const Mundo &m) : cantidad(n), mundo(m)
    {
        cudaMalloc(&d_particulas, n * sizeof(Particula));
        cudaMalloc(&d_conteo, m.celdas() * sizeof(int));
        cudaMemcpy(d_particulas, h, n * sizeof(Particula), cudaMemcpyHostToDevice);
    }
    ~Sistema()
    {
        cudaFree(d_particulas);
        cudaFree(d_conteo);
    }
    int bloques() const { return (cantidad + HILOS - 1) / HILOS; }

    void avanzar(int pasos, Vec2 viento)
    {
        while (pasos-- > 0)
            mover<<<bloques(), HILOS>>>(d_particulas, cantidad, mundo, viento);
    }
    void contar(int *h_conteo)
    {
        const size_t tam = mundo.celdas() * sizeof(int);
        cudaMemset(d_conteo, 0, tam);
        ubicar<<<bloques(), HILOS>>>(d_particulas, cantidad, mundo, d_conteo);
        cudaMemcpy(h_conteo, d_conteo, tam, cudaMemcpyDeviceToHost);
    }
    void leer(Particula *h) const
    {
        cudaMemcpy(h, d_particulas, cantidad * sizeof(Particula), cudaMemcpyDeviceToHost);
    }
};

int main()
{
    const int N = 7000;
    const int PASOS = 15;
    Mundo mundo = {{0, 0}, {100, 50}, 20, 10, 0.02f, F_GRAVEDAD | F_VIENTO | F_ROZAMIENTO};
    const Vec2 viento = {1.5f, 0.0f};

    Particula *ref = new Particula[N], *gpu = new Particula[N];
    for (int i = 0; i < N; i++) {
        ref[i].pos = {(float)((i * 37) % 100), (float)((i * 53) % 50)};
        ref[i].vel = {(float)(i % 11) - 5.0f, (float)(i % 7) - 3.0f};
        ref[i].vida = 10.0f;
        ref[i].celda = -1;
    }
    Sistema s(ref, N, mundo);
    s.avanzar(PASOS, viento);
    int *conteo = (int *)malloc(mundo.celdas() * sizeof(int));
    s.contar(conteo);
    s.leer(gpu);

    int malos = 0, total = 0;
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < PASOS; k++) paso(ref[i], mundo, viento);
        if (std::fabs(ref[i].pos.x - gpu[i].pos.x) > 1e-2f || std::fabs(ref[i].pos.y - gpu[i].pos.y) > 1e-2f) malos++;
    }
    for (int c = 0; c < mundo.celdas(); c++) total += conteo[c];
    std::printf("%d partículas contadas, %d fuera de tolerancia: %s\n", total, malos, total == N && malos <= N / 500 ? "BIEN" : "MAL");
    free(conteo);
    delete[] ref;
    delete[] gpu;
    return total == N && malos <= N / 500 ? 0 : 1;
}
