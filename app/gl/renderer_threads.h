// The threads of a renderer without a GPU.
#pragma once

namespace tilescope {

// Gives each of these threads its own core, on computers with so few cores that they would share one with the drawing
// thread. Linux wakes two threads on one core while another is idle, and moves one only milliseconds later.
void keep_renderer_threads_apart();

}  // namespace tilescope
