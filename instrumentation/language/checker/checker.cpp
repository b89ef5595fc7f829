#include "instrumentation/language/checker/checker.h"

#include "instrumentation/language/checker/kernel_checker.h"
#include "instrumentation/language/checker/launch_finder.h"

namespace tilescope::language {

Checker::Checker(const Source& source, const Preprocessed& preprocessed, const syntax::File& file,
                 const ReadOptions& options, Types& types, Arena& arena, Diagnostics& diagnostics)
    : context_({source, preprocessed, file, options}, types, arena, diagnostics), parts_(context_) {}

Checker::Found Checker::found() {
  Frame frame;
  const Entered entered(context_, frame);
  context_.names.enter_file();
  context_.poisoned.find();
  Found all;
  all.kernels = KernelChecker(context_).found();
  all.launches = LaunchFinder(context_).found();
  for (Kernel& kernel : all.kernels) kernel.knobs = context_.knobs.of(kernel);
  return all;
}

}  // namespace tilescope::language
