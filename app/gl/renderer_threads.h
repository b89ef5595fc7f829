// The threads of a renderer without a GPU.
#pragma once

namespace tilescope {

// Gives each of them a core of its own, on machines with so few cores that they share one with the drawing thread.
// Linux wakes two of them on one core while the other core is idle, and moves one only milliseconds later.
void keep_renderer_threads_apart();

}  // namespace tilescope
