/* =====================================================================================
 *  particles_streams.cu
 *
 *  Simulación de partículas: AoS contra SoA, compactación de las que siguen vivas,
 *  rejilla uniforme para buscar vecinos. Varios "streams" y eventos.
 *
 *  Compilar:   nvcc -O3 -std=c++17 particles_streams.cu -o particulas
 *  Ejecutar:   ./particulas [numero de particulas] [pasos]
 * ===================================================================================== */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cmath>
#include <vector>
#include <array>
#include <string>
#include <algorithm>
#include <functional>

#define HILOS      256
#define NUM_FLUJOS 4
#define CELDAS     32
#define TOTAL_CELDAS (CELDAS * CELDAS)

#define COMPROBAR(llamada)                                                  \
    {                                                                       \
        const cudaError_t error = llamada;                                  \
        if (error != cudaSuccess)                                           \
        {                                                                   \
            printf("¡Error! %s:%d, ", __FILE__, __LINE__);                  \
            printf("código: %d, motivo: %s\n", error,                       \
                   cudaGetErrorString(error));                              \
            exit(1);                                                        \
        }                                                                   \
    }

/* lanza un kernel sobre n elementos y comprueba que no falle */
#define LANZAR(kernel, n, flujo, ...)                                       \
    do {                                                                    \
        int bloques_ = ((n) + HILOS - 1) / HILOS;                           \
        kernel<<<bloques_, HILOS, 0, flujo>>>(__VA_ARGS__);                 \
        COMPROBAR(cudaGetLastError());                                      \
    } while (0)

// ------------------------------------------------------------------ tipos
struct Particula            // AoS: 32 bytes
{
    float3 posicion;
    float3 velocidad;
    float vida;
    int id;
};

struct Particulas           // SoA
{
    float *px, *py, *pz;
    float *vx, *vy, *vz;
    float *vida;
    int *id;
};

enum Estado { MUERTA = 0, VIVA = 1, REBOTO = 2 };

__constant__ float3 gravedad;
__constant__ struct { float minimo, maximo, amortiguacion; } caja = { 0.0f, 1.0f, 0.8f };

__device__ int contador_rebotes = 0;

// ------------------------------------------------------------------ ayudas
__host__ __device__ inline unsigned revolver(unsigned x)
{
    x = (x ^ 61u) ^ (x >> 16);
    x *= 9u;
    x ^= x >> 4;
    x *= 0x27d4eb2du;
    return x ^ (x >> 15);
}

__host__ __device__ inline float azar(unsigned semilla, float a = 0.0f, float b = 1.0f)
{
    return a + (b - a) * (revolver(semilla) / 4294967296.0f);
}

// rebota en una dimensión; devuelve verdadero si ha chocado
__device__ bool rebotar(float &p, float &v)
{
    if (p < caja.minimo)
    {
        p = 2 * caja.minimo - p;
        v = -v * caja.amortiguacion;
        return true;
    }
    if (p > caja.maximo)
    {
        p = 2 * caja.maximo - p;
        v = -v * caja.amortiguacion;
        return true;
    }
    return false;
}

__device__ Estado avanzar(float3 &p, float3 &v, float &vida, float dt)
{
    v.x += gravedad.x * dt;
    v.y += gravedad.y * dt;
    v.z += gravedad.z * dt;
    p.x += v.x * dt;
    p.y += v.y * dt;
    p.z += v.z * dt;
    bool choque = rebotar(p.x, v.x);
    choque |= rebotar(p.y, v.y);
    choque |= rebotar(p.z, v.z);
    vida -= dt;
    if (vida <= 0.0f) return MUERTA;
    return choque ? REBOTO : VIVA;
}

// ------------------------------------------------------------------ AoS
__global__ void iniciar_aos(Particula *p, int n, unsigned semilla)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particula q;
    unsigned s = semilla + 8u * i;
    q.posicion = make_float3(azar(s), azar(s + 1), azar(s + 2));
    q.velocidad = make_float3(azar(s + 3, -1, 1), azar(s + 4, -1, 1), azar(s + 5, -1, 1));
    q.vida = azar(s + 6, 0.5f, 2.0f);
    q.id = i;
    p[i] = q;
}

__global__ void paso_aos(Particula *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particula &yo = p[i];
    if (avanzar(yo.posicion, yo.velocidad, yo.vida, dt) == REBOTO)
        atomicAdd(&contador_rebotes, 1);
}

// ------------------------------------------------------------------ SoA
__global__ void convertir(const Particula *p, Particulas s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
    {
        s.px[i] = p[i].posicion.x;
        s.py[i] = p[i].posicion.y;
        s.pz[i] = p[i].posicion.z;
        s.vx[i] = p[i].velocidad.x;
        s.vy[i] = p[i].velocidad.y;
        s.vz[i] = p[i].velocidad.z;
        s.vida[i] = p[i].vida;
        s.id[i] = p[i].id;
    }
}

__global__ void paso_soa(Particulas s, int desde, int hasta, float dt)
{
    int i = desde + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= hasta) return;
    float3 p = { s.px[i], s.py[i], s.pz[i] };
    float3 v = { s.vx[i], s.vy[i], s.vz[i] };
    avanzar(p, v, s.vida[i], dt);
    s.px[i] = p.x; s.py[i] = p.y; s.pz[i] = p.z;
    s.vx[i] = v.x; s.vy[i] = v.y; s.vz[i] = v.z;
}

// ------------------------------------------------------------------ compactación
// cada warp reserva sitio con un solo atomicAdd
__global__ void compactar(const float *vida, const int *id, int *salida, int *cuantas, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    bool viva = i < n && vida[i] > 0.0f;
    unsigned mascara = __ballot_sync(0xffffffffu, viva);
    int carril = threadIdx.x & 31;
    int antes = __popc(mascara & ((1u << carril) - 1u));
    int base = 0;
    if (carril == 0) base = atomicAdd(cuantas, __popc(mascara));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (viva) salida[base + antes] = id[i];
}

// estable: primero contar por bloques, luego prefijos, luego escribir
__global__ void contar_vivas(const float *vida, int *por_bloque, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int total = __syncthreads_count(i < n && vida[i] > 0.0f);
    if (threadIdx.x == 0) por_bloque[blockIdx.x] = total;
}

__global__ void prefijos(int *por_bloque, int bloques, int *total)
{
    __shared__ int s[HILOS];
    int acumulado = 0;
    for (int base = 0; base < bloques; base += HILOS)
    {
        int k = base + threadIdx.x;
        int v = k < bloques ? por_bloque[k] : 0;
        s[threadIdx.x] = v;
        __syncthreads();
        for (int d = 1; d < HILOS; d <<= 1)
        {
            int w = threadIdx.x >= d ? s[threadIdx.x - d] : 0;
            __syncthreads();
            s[threadIdx.x] += w;
            __syncthreads();
        }
        if (k < bloques) por_bloque[k] = acumulado + s[threadIdx.x] - v;
        acumulado += s[HILOS - 1];
        __syncthreads();
    }
    if (threadIdx.x == 0) *total = acumulado;
}

__global__ void repartir(const float *vida, const int *id, const int *por_bloque, int *salida, int n)
{
    __shared__ int por_warp[HILOS / 32];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int carril = threadIdx.x % 32, warp = threadIdx.x / 32;
    bool viva = i < n && vida[i] > 0.0f;
    unsigned m = __ballot_sync(~0u, viva);
    if (carril == 0) por_warp[warp] = __popc(m);
    __syncthreads();
    int base = por_bloque[blockIdx.x];
    for (int w = 0; w < warp; w++) base += por_warp[w];
    if (viva) salida[base + __popc(m << (31 - carril) << 1)] = id[i];
}

// ------------------------------------------------------------------ rejilla (lista enlazada por celda)
__global__ void construir_rejilla(Particulas s, int *cabeza, int *siguiente, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cx = min(CELDAS - 1, max(0, (int)(s.px[i] * CELDAS)));
    int cy = min(CELDAS - 1, max(0, (int)(s.py[i] * CELDAS)));
    siguiente[i] = atomicExch(&cabeza[cy * CELDAS + cx], i);
}

__global__ void vecinos(const float *px, const float *py, const int *cabeza, const int *siguiente, unsigned short *cuenta,
                        int n, float radio)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int cx = (int)(px[i] * CELDAS), cy = (int)(py[i] * CELDAS);
    int c = 0;
    for (int y = cy - 1; y <= cy + 1; ++y)
    {
        if (y < 0 || y >= CELDAS) continue;
        for (int x = cx - 1; x <= cx + 1; ++x)
        {
            if (x < 0 || x >= CELDAS) continue;
            for (int j = cabeza[y * CELDAS + x]; j >= 0; j = siguiente[j])
            {
                float dx = px[j] - px[i], dy = py[j] - py[i];
                if (j != i && dx * dx + dy * dy < radio * radio) ++c;
            }
        }
    }
    cuenta[i] = (unsigned short)c;
}

// ------------------------------------------------------------------ anfitrión
class Cronometro
{
public:
    Cronometro() { cudaEventCreate(&a); cudaEventCreate(&b); cudaEventRecord(a); }
    ~Cronometro() { cudaEventDestroy(a); cudaEventDestroy(b); }
    float parar()
    {
        float ms = 0;
        cudaEventRecord(b);
        cudaEventSynchronize(b);
        cudaEventElapsedTime(&ms, a, b);
        return ms;
    }
private:
    cudaEvent_t a, b;
};

static Particulas reservar(int n)
{
    Particulas s;
    for (float **campo : { &s.px, &s.py, &s.pz, &s.vx, &s.vy, &s.vz, &s.vida })
        COMPROBAR(cudaMalloc(campo, n * sizeof(float)));
    COMPROBAR(cudaMalloc(&s.id, n * sizeof(int)));
    return s;
}

static void liberar(Particulas &s)
{
    for (void *p : std::array<void *, 8>{ s.px, s.py, s.pz, s.vx, s.vy, s.vz, s.vida, s.id })
        cudaFree(p);
    memset(&s, 0, sizeof s);
}

int main(int argc, char **argv)
{
    const int n = argc > 1 ? atoi(argv[1]) : 1 << 18;
    const int pasos = argc > 2 ? atoi(argv[2]) : 100;
    const float dt = 0.01f;
    const float3 g = make_float3(0.0f, -9.81f, 0.0f);
    COMPROBAR(cudaMemcpyToSymbol(gravedad, &g, sizeof(g)));

    Particula *aos;
    COMPROBAR(cudaMalloc(&aos, n * sizeof(Particula)));
    Particulas soa = reservar(n);

    cudaStream_t flujos[NUM_FLUJOS];
    for (auto &f : flujos) COMPROBAR(cudaStreamCreate(&f));

    LANZAR(iniciar_aos, n, 0, aos, n, 12345u);
    LANZAR(convertir, n, 0, aos, soa, n);
    COMPROBAR(cudaDeviceSynchronize());

    {
        Cronometro c;
        for (int p = 0; p < pasos; p++) LANZAR(paso_aos, n, 0, aos, n, dt);
        printf("AoS: %8.3f ms\n", c.parar());
    }
    {
        Cronometro c;
        const int trozo = (n + NUM_FLUJOS - 1) / NUM_FLUJOS;
        for (int p = 0; p < pasos; p++)
            for (int f = 0; f < NUM_FLUJOS; f++)
            {
                int desde = f * trozo, hasta = std::min(n, desde + trozo);
                paso_soa<<<(trozo + HILOS - 1) / HILOS, HILOS, 0, flujos[f]>>>(soa, desde, hasta, dt);
            }
        for (auto f : flujos) COMPROBAR(cudaStreamSynchronize(f));
        printf("SoA: %8.3f ms\n", c.parar());
    }

    // compactación, dos maneras
    int *vivas, *cuantas, *por_bloque;
    const int bloques = (n + HILOS - 1) / HILOS;
    COMPROBAR(cudaMalloc(&vivas, n * sizeof(int)));
    COMPROBAR(cudaMallocManaged(&cuantas, 2 * sizeof(int)));
    COMPROBAR(cudaMalloc(&por_bloque, bloques * sizeof(int)));
    cuantas[0] = cuantas[1] = 0;
    LANZAR(compactar, n, flujos[0], soa.vida, soa.id, vivas, cuantas, n);
    LANZAR(contar_vivas, n, flujos[1], soa.vida, por_bloque, n);
    prefijos<<<1, HILOS, 0, flujos[1]>>>(por_bloque, bloques, cuantas + 1);
    COMPROBAR(cudaDeviceSynchronize());
    repartir<<<bloques, HILOS>>>(soa.vida, soa.id, por_bloque, vivas, n);
    COMPROBAR(cudaDeviceSynchronize());
    printf("vivas: %d / %d %s\n", cuantas[0], cuantas[1], cuantas[0] == cuantas[1] ? "(bien)" : "(¡mal!)");

    // rejilla
    int *cabeza, *siguiente;
    unsigned short *cuenta;
    COMPROBAR(cudaMalloc(&cabeza, TOTAL_CELDAS * sizeof(int)));
    COMPROBAR(cudaMalloc(&siguiente, n * sizeof(int)));
    COMPROBAR(cudaMalloc(&cuenta, n * sizeof(unsigned short)));
    COMPROBAR(cudaMemset(cabeza, 0xff, TOTAL_CELDAS * sizeof(int)));
    LANZAR(construir_rejilla, n, 0, soa, cabeza, siguiente, n);
    LANZAR(vecinos, n, 0, soa.px, soa.py, cabeza, siguiente, cuenta, n, 0.01f);

    std::vector<unsigned short> h(n);
    COMPROBAR(cudaMemcpy(h.data(), cuenta, n * sizeof(unsigned short), cudaMemcpyDeviceToHost));
    printf("máximo de vecinos: %d\n", *std::max_element(h.begin(), h.end()));

    int rebotes;
    COMPROBAR(cudaMemcpyFromSymbol(&rebotes, contador_rebotes, sizeof(int)));
    printf("rebotes: %d\n", rebotes);

    for (auto &f : flujos) cudaStreamDestroy(f);
    liberar(soa);
    for (void *p : { (void *)aos, (void *)vivas, (void *)cuantas, (void *)por_bloque, (void *)cabeza, (void *)siguiente, (void *)cuenta })
        cudaFree(p);
    return 0;
}
