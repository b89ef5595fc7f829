#include "params.h"
#include <cstdio>
#include <cstdlib>
#include <cstring>

heat_params g_params;

extern "C" void params_defaults(heat_params *p)
{
    std::memset(p, 0, sizeof *p);
    p->nx = 48;
    p->ny = 40;
    p->nz = 30;
    p->dx = 1.0;
    p->dt = 0.1;
    p->kappa = 1.0;
    p->max_steps = 20;
    p->report_every = 5;
    p->block[0] = 16;
    p->block[1] = 4;
    p->block[2] = 2;
}

extern "C" int params_parse(heat_params *p, int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!std::strcmp(argv[i], "-nx")) p->nx = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "-ny")) p->ny = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "-nz")) p->nz = std::atoi(argv[i + 1]);
        else if (!std::strcmp(argv[i], "-steps")) p->max_steps = std::atoi(argv[i + 1]);
        else {
            std::fprintf(stderr, "unknown option %s\n", argv[i]);
            return -1;
        }
    }
    const double r = p->kappa * p->dt / (p->dx * p->dx);
    return r <= 1.0 / 6.0 ? 0 : -2;
}

extern "C" size_t params_points(const heat_params *p)
{
    return (size_t)(p->nx + 2) * (p->ny + 2) * (p->nz + 2);
}
