#include "instrumentation/launching/request/tile_name.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "instrumentation/language/tokens/source.h"
#include "instrumentation/launching/texts/known_texts.h"
#include "instrumentation/machine/prepared.h"
#include "instrumentation/machine/recorded_kernel.h"

namespace tilescope {

namespace {

constexpr std::string_view defined_name = "TILE";  // in texts that leave it to the launch

bool uses_defined_name(const std::string& kernel) {
  const auto all = known_texts();
  return std::any_of(all.begin(), all.end(), [&](const KnownText& known) {
    return known.name == kernel && language::has_word(known.text.substr(0, known.text.find("//!")), defined_name);
  });
}

// From the name of an array to the end of its declaration: "As[BM][BK]".
std::string_view declaration_at(language::Place place, std::string_view text) {
  if (place.offset >= text.size()) return {};
  text.remove_prefix(place.offset);
  return text.substr(0, text.find_first_of(";{="));
}

bool is_side_of_shared(std::string_view name, const machine::KernelFacts& kernel, std::string_view text) {
  return std::any_of(kernel.shared.begin(), kernel.shared.end(),
                     [&](language::Place place) { return language::has_word(declaration_at(place, text), name); });
}

bool sounds_like_tile(std::string_view name) {
  constexpr std::array parts{"TILE", "Tile", "tile", "BLOCK", "Block", "block"};
  return std::any_of(parts.begin(), parts.end(),
                     [&](const char* part) { return name.find(part) != std::string_view::npos; });
}

}  // namespace

std::string tile_name(const Launch& launch) {
  const std::string none = "T";
  if (!launch.program) return uses_defined_name(launch.kernel) ? std::string(defined_name) : none;
  if (launch.program->prepared == nullptr) return none;
  const machine::KernelFacts& kernel = launch.program->prepared->facts();
  const std::string& text = launch.program->text;
  const std::string width = std::to_string(launch.tile);
  std::string named;
  for (const language::Knob& knob : kernel.knobs) {
    if (knob.value != width) continue;
    if (is_side_of_shared(knob.name, kernel, text)) return knob.name;
    if (named.empty() && sounds_like_tile(knob.name)) named = knob.name;
  }
  if (named.empty() && is_side_of_shared(defined_name, kernel, text)) return std::string(defined_name);
  return named.empty() ? none : named;
}

}  // namespace tilescope
