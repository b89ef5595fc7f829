// The whole way from a text to a program.
#include <algorithm>

#include "instrumentation/language/checker/checker.h"
#include "instrumentation/language/followers.h"
#include "instrumentation/language/program.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_bytes = 512 << 10;

std::vector<Place> parts_of_host(const Preprocessed& preprocessed, const syntax::File& file) {
  std::vector<Place> parts;
  for (const syntax::Item& item : file.items) {
    const bool is_wrong = item.put_aside != nullptr && item.put_aside->any_error();
    if ((item.kind != syntax::ItemKind::passed_over && !is_wrong) || item.first_token >= item.last_token) continue;
    parts.push_back(
        joined(preprocessed.tokens[item.first_token].place, preprocessed.tokens[item.last_token - 1].place));
  }
  return parts;
}

}  // namespace

struct Program::Kept {
  // A text may ask for a multiple of its own size, and no small one for less than any kernel needs.
  explicit Kept(std::string text)
      : source(std::move(text)), arena((std::size_t{32} << 20) + 128 * source.text().size()) {}

  Source source;
  Arena arena;
  Types types;
  Preprocessed preprocessed;
  Parsed parsed;
  std::vector<Kernel> kernels;
  std::vector<Launch> launches;
  std::vector<Diagnostic> diagnostics;
  std::vector<Place> of_host;
  std::vector<std::string> includes;
};

const Source& Program::source() const { return kept_->source; }
const std::vector<Kernel>& Program::kernels() const { return kept_->kernels; }
const std::vector<Launch>& Program::launches() const { return kept_->launches; }
const std::vector<Diagnostic>& Program::diagnostics() const { return kept_->diagnostics; }

const std::vector<Place>& Program::of_host() const { return kept_->of_host; }
const std::vector<std::string>& Program::includes() const { return kept_->includes; }

const Kernel* Program::kernel(std::string_view name) const {
  for (const Kernel& kernel : kept_->kernels)
    if (kernel.name == name) return &kernel;
  return nullptr;
}

bool Program::runnable() const {
  for (const Kernel& kernel : kept_->kernels)
    if (kernel.runnable) return true;
  return false;
}

Program read(std::string text, const ReadOptions& options) {
  const std::size_t bytes = text.size();
  if (bytes > most_bytes) text.resize(most_bytes);
  const auto kept = std::make_shared<Program::Kept>(std::move(text));
  Diagnostics diagnostics;
  Told told;
  if (bytes > most_bytes) {
    diagnostics.error({}, "this text has " + std::to_string(bytes) + " bytes, and at most " +
                              std::to_string(most_bytes) + " are read");
  } else {
    try {
      kept->preprocessed = preprocess(kept->source, options.knobs, kept->arena, diagnostics, options.defined);
      told.of_words = diagnostics.in_order_found();
      kept->parsed = parse(kept->source, kept->preprocessed.tokens, kept->arena, diagnostics);
      kept->of_host = parts_of_host(kept->preprocessed, kept->parsed.file);
      for (const Include& include : kept->preprocessed.includes) kept->includes.emplace_back(include.name);
      told.of_parser = diagnostics.in_order_found();
      for (const Diagnostics& aside : kept->parsed.put_aside)
        told.of_parser.insert(told.of_parser.end(), aside.in_order_found().begin(), aside.in_order_found().end());
      Checker checker(kept->source, kept->preprocessed, kept->parsed.file, options, kept->types, kept->arena,
                      diagnostics);
      Checker::Found found = checker.found();
      kept->kernels = std::move(found.kernels);
      kept->launches = std::move(found.launches);
      if (kept->kernels.empty() && !diagnostics.any_error())
        diagnostics.error({}, "there is no kernel in this text", "a kernel begins with __global__ void");
    } catch (const TooMuch&) {
      diagnostics.error({}, "this text makes more of itself than can be read");
      kept->kernels.clear();
    }
  }
  told.all = diagnostics.sorted();
  kept->diagnostics =
      diagnostics.any_error() ? without_followers(kept->source, kept->preprocessed, kept->parsed.file, told) : told.all;
  const auto size = static_cast<std::uint32_t>(kept->source.text().size());
  for (Diagnostic& d : kept->diagnostics) {  // what is missing at the end is told there
    d.place.offset = std::min(d.place.offset, size);
    d.place.length = std::min(d.place.length, size - d.place.offset);
  }
  Program program;
  program.kept_ = kept;
  return program;
}

}  // namespace tilescope::language
