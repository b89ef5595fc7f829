#include "params.h"
#include "solver.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void host_step(const double *u, double *v, const heat_params *p)
{
    const size_t sy = p->nx + 2, sz = sy * (p->ny + 2);
    const double r = p->kappa * p->dt / (p->dx * p->dx);
    for (int k = 1; k <= p->nz; k++)
        for (int j = 1; j <= p->ny; j++)
            for (int i = 1; i <= p->nx; i++) {
                size_t c = k * sz + j * sy + i;
                v[c] = u[c] + r * (u[c - 1] + u[c + 1] + u[c - sy] + u[c + sy] + u[c - sz] + u[c + sz] - 6.0 * u[c]);
            }
}

int main(int argc, char **argv)
{
    params_defaults(&g_params);
    if (params_parse(&g_params, argc, argv) != 0) {
        fprintf(stderr, "bad parameters\n");
        return 1;
    }
    const size_t n = params_points(&g_params);
    double *u = (double *)calloc(n, sizeof(double)), *v = (double *)calloc(n, sizeof(double));
    const size_t mid = ((size_t)(g_params.nz / 2) * (g_params.ny + 2) + g_params.ny / 2) * (g_params.nx + 2) + g_params.nx / 2;
    u[mid] = v[mid] = 1000.0;

    heat_state st;
    solver_create(&st, &g_params, u);
    double last = 0, expected = 0;
    for (int s = 1; s <= g_params.max_steps; s++) {
        solver_step(&st, &g_params);
        host_step(u, v, &g_params);
        double *t = u; u = v; v = t;
        if (s % g_params.report_every == 0) {
            last = solver_energy(&st, &g_params);
            printf("step %4d  energy %.9f\n", s, last);
        }
    }
    for (size_t i = 0; i < n; i++) expected += u[i];
    solver_destroy(&st);
    free(u);
    free(v);
    const int ok = fabs(last - expected) < 1e-8 * fabs(expected);
    printf("host energy %.9f: %s\n", expected, ok ? "PASS" : "FAIL");
    return ok ? 0 : 1;
}
