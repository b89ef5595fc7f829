#include "instrumentation/language/passes/warnings.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

#include "instrumentation/language/passes/passes.h"
#include "instrumentation/language/passes/walk.h"

namespace tilescope::language {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// True for typical names of sizes: n, M, width, num_rows, lda.
bool looks_like_size(std::string_view name) {
  static constexpr std::string_view words[] = {
      "n",   "m", "k", "width", "height", "rows", "cols",  "size",   "len",   "lda",      "ldb",
      "ldc", "w", "h", "depth", "length", "dim",  "count", "stride", "pitch", "num_rows", "num_cols"};
  std::string lower(name);
  for (char& c : lower) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return std::find(std::begin(words), std::end(words), lower) != std::end(words);
}

}  // namespace

std::string_view Watched::written(Place place) const {
  return place.end() <= text.size() ? text.substr(place.offset, place.length) : std::string_view();
}

std::string Watched::cited(Place place) const {
  static constexpr std::size_t longest = 60;
  std::string line;
  for (const char c : written(place)) {
    if (!is_space(c))
      line += c;
    else if (!line.empty() && line.back() != ' ')
      line += ' ';
    if (line.size() > longest) return "";
  }
  return line.find("//") == std::string::npos && line.find("/*") == std::string::npos ? line : "";
}

unsigned Watched::line_of(Place place) const {
  if (line_ends.empty())
    for (std::size_t i = 0; i < text.size(); ++i)
      if (text[i] == '\n' || (text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n'))) line_ends.push_back(i);
  const auto before = std::lower_bound(line_ends.begin(), line_ends.end(), std::size_t{place.offset});
  return static_cast<unsigned>(before - line_ends.begin()) + 1;
}

void warn_of_unused(const Watched& watched) {
  std::unordered_set<const Variable*> used;
  for (const Function* const function : watched.functions)
    each_within(*function, [&](const Expression& e) {
      if (e.variable != nullptr) used.insert(e.variable);
    });
  for (const Variable* const parameter : watched.kernel.function->parameters)
    if (parameter->type.is_integer() && looks_like_size(parameter->name) && !used.contains(parameter))
      watched.diagnostics.warning(parameter->place, Mistake::unused_parameter,
                                  quoted(parameter->name) + " is never used");
}

void warn(const Kernel& kernel, std::string_view text, Diagnostics& diagnostics) {
  if (kernel.function == nullptr || kernel.function->body == nullptr) return;
  const Watched watched{kernel, reached(*kernel.function), text, diagnostics, {}};
  warn_of_barriers(watched);
  warn_of_indices(watched);
  warn_of_unset(watched);
  warn_of_unused(watched);
  warn_of_slips(watched);
  warn_of_doubles(watched);
  note_block_sides(watched);
}

}  // namespace tilescope::language
