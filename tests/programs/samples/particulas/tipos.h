#pragma once
// Tipos compartidos entre el anfitrión y el dispositivo
#include <cuda_runtime.h>

enum Fuerza { F_GRAVEDAD = 1 << 0, F_VIENTO = 1 << 1, F_ROZAMIENTO = 1 << 2 };

struct Vec2 {
    float x, y;
};

inline __host__ __device__ Vec2 operator+(Vec2 a, Vec2 b) { return {a.x + b.x, a.y + b.y}; }
inline __host__ __device__ Vec2 operator-(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
inline __host__ __device__ Vec2 operator*(float k, Vec2 a) { return {k * a.x, k * a.y}; }
inline __host__ __device__ Vec2 &operator+=(Vec2 &a, Vec2 b) { a = a + b; return a; }

struct Particula {
    Vec2 pos, vel;
    float vida;
    int celda;
};

struct Mundo {
    Vec2 minimo, maximo;
    int celdasX, celdasY;
    float dt;
    unsigned fuerzas;
    __host__ __device__ int celdas() const { return celdasX * celdasY; }
};
