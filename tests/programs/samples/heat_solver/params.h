#ifndef HEAT_PARAMS_H
#define HEAT_PARAMS_H

#include <stddef.h>

typedef struct {
    int nx, ny, nz;          /* interior points          */
    double dx, dt, kappa;
    int max_steps;
    int report_every;
    int block[3];
} heat_params;

/* filled in by params.cpp */
extern heat_params g_params;

#ifdef __cplusplus
extern "C" {
#endif
void params_defaults(heat_params *p);
int  params_parse(heat_params *p, int argc, char **argv);
size_t params_points(const heat_params *p);
#ifdef __cplusplus
}
#endif

#endif /* HEAT_PARAMS_H */
