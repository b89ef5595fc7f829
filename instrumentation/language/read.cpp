// Reads a source into a program.
#include <algorithm>

#include "instrumentation/language/checker/checker.h"
#include "instrumentation/language/followers.h"
#include "instrumentation/language/plain_text.h"
#include "instrumentation/language/preprocessor/preprocessor.h"
#include "instrumentation/language/program.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_bytes = 1 << 20;

}  // namespace

struct Program::Kept {
  // The memory limit grows with the source's size, and is enough for any kernel even if the source is small.
  Kept(std::string text, const ReadOptions& how)
      : options(how), source(std::move(text)), arena((std::size_t{32} << 20) + 128 * source.text().size()) {}

  ReadOptions options;
  Source source;
  Arena arena;
  Types types;
  Preprocessed preprocessed;
  Parsed parsed;
  std::vector<Kernel> kernels;
  std::vector<Launch> launches;
  std::vector<Diagnostic> diagnostics;
};

const Source& Program::source() const { return kept_->source; }
const ReadOptions& Program::options() const { return kept_->options; }
const std::vector<Kernel>& Program::kernels() const { return kept_->kernels; }
const std::vector<Launch>& Program::launches() const { return kept_->launches; }
const std::vector<Diagnostic>& Program::diagnostics() const { return kept_->diagnostics; }

PlainText Program::plain_text(const Kernel& kernel) const {
  return language::plain_text(kept_->source, kept_->preprocessed, kept_->parsed.file, kernel);
}

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
  const auto kept = std::make_shared<Program::Kept>(std::move(text), options);
  Diagnostics diagnostics(Stage::words);
  if (bytes > most_bytes) {
    diagnostics.error(
        {}, Mistake::text_too_long,
        "this source has " + std::to_string(bytes) + " bytes, but at most " + std::to_string(most_bytes) + " are read");
  } else {
    try {
      kept->preprocessed = preprocess(kept->source, options.knobs, kept->arena, diagnostics, options.defined);
      diagnostics.begin(Stage::parser);
      kept->parsed = parse(kept->source, kept->preprocessed.tokens, kept->arena, diagnostics);
      diagnostics.begin(Stage::checker);
      Checker checker(kept->source, kept->preprocessed, kept->parsed.file, options, kept->types, kept->arena,
                      diagnostics);
      Checker::Found found = checker.found();
      kept->kernels = std::move(found.kernels);
      kept->launches = std::move(found.launches);
      if (kept->kernels.empty() && !diagnostics.any_error())
        diagnostics.error({}, Mistake::no_kernel, "no kernel was found in this file",
                          "a kernel begins with __global__ void");
    } catch (const TooMuch& much) {
      diagnostics.error({much.at.value_or(0), 0}, Mistake::too_much, much.message, much.mend);
      kept->kernels.clear();
    }
  }
  kept->diagnostics = diagnostics.sorted();
  if (diagnostics.any_error())
    kept->diagnostics =
        without_followers(kept->source, kept->preprocessed, kept->parsed.file, std::move(kept->diagnostics));
  const auto size = static_cast<std::uint32_t>(kept->source.text().size());
  for (Diagnostic& d : kept->diagnostics) {  // what is missing at the end is reported there
    d.place.offset = std::min(d.place.offset, size);
    d.place.length = std::min(d.place.length, size - d.place.offset);
  }
  Program program;
  program.kept_ = kept;
  return program;
}

}  // namespace tilescope::language
