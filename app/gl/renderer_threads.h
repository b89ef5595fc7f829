// The threads with which a renderer without a GPU draws.
#pragma once

namespace tilescope {

// Gives each of them a core of its own, on machines with so few cores that they have to share with the thread that asks
// for drawing. Linux wakes two of them on one core while the other has nothing to do but to wait for them, and moves
// one over only milliseconds later.
void keep_renderer_threads_apart();

}  // namespace tilescope
