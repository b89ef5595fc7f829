#ifndef HEAT_SOLVER_H
#define HEAT_SOLVER_H
#include "params.h"

struct heat_state {
    double *u_old;
    double *u_new;
    double *partial;      /* one entry per reduction block */
    int     n_partial;
};

int    solver_create(heat_state *s, const heat_params *p, const double *u0);
void   solver_step(heat_state *s, const heat_params *p);
double solver_energy(heat_state *s, const heat_params *p);
void   solver_destroy(heat_state *s);

#endif
