#pragma once
#include "tipos.h"

// mueve las partículas y las hace rebotar en las paredes
__global__ void mover(Particula *p, int n, Mundo m, Vec2 viento);
// asigna celda a cada partícula y cuenta cuántas hay por celda
__global__ void ubicar(Particula *p, int n, Mundo m, int *conteo);

__host__ __device__ inline void paso(Particula &p, const Mundo &m, Vec2 viento)
{
    Vec2 a = {0.0f, 0.0f};
    if (m.fuerzas & F_GRAVEDAD) a.y -= 9.8f;
    if (m.fuerzas & F_VIENTO) a += viento;
    if (m.fuerzas & F_ROZAMIENTO) a += -0.1f * p.vel;
    p.vel += m.dt * a;
    p.pos += m.dt * p.vel;
    if (p.pos.x < m.minimo.x) { p.pos.x = m.minimo.x; p.vel.x = -p.vel.x; }
    if (p.pos.x > m.maximo.x) { p.pos.x = m.maximo.x; p.vel.x = -p.vel.x; }
    if (p.pos.y < m.minimo.y) { p.pos.y = m.minimo.y; p.vel.y = -0.8f * p.vel.y; }
    if (p.pos.y > m.maximo.y) { p.pos.y = m.maximo.y; p.vel.y = -p.vel.y; }
    p.vida -= m.dt;
}

__host__ __device__ inline int celdaDe(Vec2 pos, const Mundo &m)
{
    int cx = (int)((pos.x - m.minimo.x) / (m.maximo.x - m.minimo.x) * m.celdasX);
    int cy = (int)((pos.y - m.minimo.y) / (m.maximo.y - m.minimo.y) * m.celdasY);
    cx = cx >= m.celdasX ? m.celdasX - 1 : cx;
    cy = cy >= m.celdasY ? m.celdasY - 1 : cy;
    return cy * m.celdasX + cx;
}
