#include "app/apart/carried_launch.h"

#include <deque>
#include <mutex>

namespace tilescope::apart {

Recipe recipe_of(const machine::Prepared& kernel) {
  const language::Program& program = kernel.program();
  return {std::string(program.source().text()), program.options(),
          static_cast<std::size_t>(&kernel.kernel() - program.kernels().data())};
}

// The last few kernels are kept, because the launches of one message often share one.
std::shared_ptr<const machine::Prepared> made_by(const Recipe& recipe) {
  constexpr std::size_t most_kept = 4;
  struct Kept {
    Recipe recipe;
    std::weak_ptr<const machine::Prepared> kernel;
  };
  static std::mutex mutex;
  static std::deque<Kept> all;
  const std::lock_guard lock(mutex);
  for (const Kept& kept : all)
    if (auto known = kept.kernel.lock();
        known && kept.recipe.kernel == recipe.kernel && kept.recipe.text == recipe.text &&
        kept.recipe.options.knobs == recipe.options.knobs && kept.recipe.options.defined == recipe.options.defined &&
        kept.recipe.options.host_values == recipe.options.host_values)
      return known;
  language::Program program = language::read(recipe.text, recipe.options);
  auto kernel = std::make_shared<const machine::Prepared>(program, program.kernels().at(recipe.kernel),
                                                          machine::Prepared::Compiles::when_needed);
  all.push_front({recipe, kernel});
  if (all.size() > most_kept) all.pop_back();
  return kernel;
}

}  // namespace tilescope::apart
