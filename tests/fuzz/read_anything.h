// What both fuzzers try: any bytes at all are read as a trace file. They may be refused, by the one error there is for
// that; all else, an allocation that their size does not justify included, ends the process.
#pragma once

#include "instrumentation/trace/file/layout.h"

namespace tilescope::fuzz {

void read_anything(file::Bytes bytes);

}  // namespace tilescope::fuzz
