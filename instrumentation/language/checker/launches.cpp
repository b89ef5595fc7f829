// The launches that the host's part of a text makes, with grids and blocks where they follow from constants.
#include "instrumentation/language/checker/checking.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_looked_into = 200;

const syntax::Expression* configured(const syntax::Launch& launch, std::size_t n) {
  return n < launch.configuration.size() ? launch.configuration[n] : nullptr;
}

}  // namespace

// Once all kernels are done: whatever is wrong in what a launch depends on was told by then.
void Checker::find_launches(Found& all) {
  on_host_ = true;
  const bool only_constants = std::exchange(build_.only_constants, true);
  for (const syntax::Launch& launch : file_.launches)
    all.launches.push_back(launch_of(launch, all.launches.size() < most_looked_into));
  on_host_ = false;
  build_.only_constants = only_constants;
  for (Kernel& kernel : all.kernels) {
    if (const auto at = knobs_of_launches_.find(kernel.name); at != knobs_of_launches_.end())
      knobs_of_[kernel.function] = at->second;
    kernel.knobs = knobs_of(*kernel.function, kernel.knobs);
  }
}

Launch Checker::launch_of(const syntax::Launch& written, bool look_into) {
  Launch launch;
  const syntax::NamePart& part = written.kernel->last();
  launch.kernel = part.text;
  launch.place = written.place;
  for (const syntax::TemplateArgument& a : part.arguments) launch.template_arguments.emplace_back(text_of(a.place));
  const auto text = [&](const syntax::Expression* e) { return std::string(e != nullptr ? text_of(e->place) : ""); };
  launch.grid_text = text(configured(written, 0));
  launch.block_text = text(configured(written, 1));
  for (const syntax::Expression* const a : written.arguments) launch.arguments.push_back(text(a));
  launch.values.resize(launch.arguments.size());
  launch.function = written.function;
  if (look_into) configure(launch, written);
  return launch;
}

void Checker::configure(Launch& launch, const syntax::Launch& written) {
  Frame frame;
  const Entered entered(*this, frame);
  const Collecting collecting(*this);
  if (written.function < file_.items.size()) frame.namespaces = file_.items[written.function].namespaces;
  enter_host_names(written);
  launch.grid = sides(configured(written, 0));
  launch.block = sides(configured(written, 1));
  if (written.configuration.size() > 2)
    launch.shared_bytes = bytes(written.configuration[2]);
  else if (written.configuration.size() == 2)
    launch.shared_bytes = 0;
  std::vector<std::uint32_t>& knobs = knobs_of_launches_[written.kernel->last().text];
  for (const std::uint32_t knob : collecting.found()) Collecting::add(knobs, knob);
  // What a launch is given is no knob of it.
  for (std::size_t n = 0; n < launch.values.size(); ++n) launch.values[n] = whole(written.arguments[n]);
}

std::optional<std::array<std::int64_t, 3>> Checker::sides(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(*this);
  const Expression* const value =
      host_constant(build_.value(from_syntax(vector_record("dim3")->structure->type, *e, "")));
  if (quietly.told() || value == nullptr || value->kind != ExpressionKind::aggregate || value->list.size() != 3)
    return std::nullopt;
  std::array<std::int64_t, 3> all{};
  for (std::size_t n = 0; n < 3; ++n) {
    const auto side = Build::known_integer(value->list[n]);
    if (!side) return std::nullopt;
    all[n] = *side;
  }
  return all;
}

std::optional<std::int64_t> Checker::bytes(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(*this);
  const Expression* const value =
      host_constant(build_.value(from_syntax(build_.type(TypeKind::unsigned_long), *e, "")));
  return quietly.told() || value == nullptr ? std::nullopt : Build::known_integer(value);
}

// Of an argument; a pointer is none.
std::optional<std::int64_t> Checker::whole(const syntax::Expression* e) {
  if (e == nullptr) return std::nullopt;
  const Quietly quietly(*this);
  const Expression* const value = host_constant(build_.value(from_syntax(build_.type(TypeKind::long_), *e, "")));
  return quietly.told() || value == nullptr ? std::nullopt : Build::known_integer(value);
}

}  // namespace tilescope::language
