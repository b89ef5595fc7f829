// The whole way from a text to a program.
#include <algorithm>
#include <cctype>
#include <set>

#include "instrumentation/language/checker/checker.h"
#include "instrumentation/language/followers.h"
#include "instrumentation/language/program.h"

namespace tilescope::language {

namespace {

constexpr std::size_t most_bytes = 512 << 10;

// Of the file's items those that a kernel needs, found by words alone: what it names, what that names, and so on. That
// is more than enough, and leaves out what only the host has a use for.
class Needed {
 public:
  Needed(const Preprocessed& preprocessed, const syntax::File& file)
      : tokens_(preprocessed.tokens), items_(file.items), needed_(file.items.size()) {}

  // `name`: in full; what a template is given need not be named by anything else.
  std::vector<Place> others(Place kernel, std::string_view name) {
    const auto is_part = [](char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0; };
    for (std::size_t from = 0, to = 0; from < name.size(); from = to + 1) {
      for (to = from; to < name.size() && is_part(name[to]);) ++to;
      words_.insert(name.substr(from, to - from));
    }
    for (std::size_t n = 0; n < items_.size(); ++n)
      if (place_of(items_[n]).offset <= kernel.offset && kernel.end() <= place_of(items_[n]).end()) take(n);
    for (bool more = true; more;) {
      more = false;
      for (std::size_t n = 0; n < items_.size(); ++n)
        if (!needed_[n] && items_[n].kind == syntax::ItemKind::declaration && is_named(items_[n])) {
          take(n);
          more = true;
        }
    }
    std::vector<Place> places;
    for (std::size_t n = 0; n < items_.size(); ++n)
      if (!needed_[n] && items_[n].first_token < items_[n].last_token) places.push_back(place_of(items_[n]));
    return places;
  }

 private:
  [[nodiscard]] Place place_of(const syntax::Item& item) const {
    if (item.first_token >= item.last_token) return item.place;
    return joined(tokens_[item.first_token].place, tokens_[item.last_token - 1].place);
  }

  void take(std::size_t n) {
    needed_[n] = true;
    for (std::uint32_t t = items_[n].first_token; t < items_[n].last_token; ++t)
      if (tokens_[t].is_name()) words_.insert(tokens_[t].text);
  }

  // Whether it declares one of the words. What is declared stands outside of brackets, before a mark, and of a
  // structure before its bases; the names of an enumeration stand in them. An operator goes with its types.
  [[nodiscard]] bool is_named(const syntax::Item& item) const {
    bool everywhere = false, structure = false;
    int depth = 0;
    for (std::uint32_t t = item.first_token; t < item.last_token; ++t) {
      if (tokens_[t].is(Keyword::template_) && tokens_[t + 1].is(Mark::less))
        t = behind_parameters(t + 1, item.last_token);
      if (tokens_[t].is(Keyword::using_) && !tokens_[t + 1].is(Keyword::namespace_))
        return words_.count(tokens_[t + 1].text) > 0;
      everywhere = everywhere || (depth == 0 && (tokens_[t].is(Keyword::enum_) || tokens_[t].is(Keyword::operator_)));
      structure = structure || tokens_[t].is(Keyword::struct_) || tokens_[t].is(Keyword::class_);
      if (tokens_[t].is(Keyword::namespace_)) return true;
      if (structure && depth == 0 && tokens_[t].is(Mark::colon)) return false;
      if (tokens_[t].is(Mark::open_paren) || tokens_[t].is(Mark::open_brace)) ++depth;
      if (tokens_[t].is(Mark::close_paren) || tokens_[t].is(Mark::close_brace)) --depth;
      if (!tokens_[t].is_name() || words_.count(tokens_[t].text) == 0) continue;
      const Token& next = tokens_[t + 1];
      const bool is_part = next.is(Mark::scope) || next.is(Mark::star) || next.is(Mark::ampersand) || next.is_name();
      if (everywhere || (depth == 0 && !is_part)) return true;
    }
    return false;
  }

  // Of a template's parameters, from the < on: the last one of their tokens.
  [[nodiscard]] std::uint32_t behind_parameters(std::uint32_t t, std::uint32_t end) const {
    int depth = 0;
    for (; t < end; ++t) {
      depth += tokens_[t].is(Mark::less) ? 1 : tokens_[t].is(Mark::greater) ? -1 : 0;
      if (depth == 0) break;
    }
    return t;
  }

  const std::vector<Token>& tokens_;
  std::span<const syntax::Item> items_;
  std::vector<bool> needed_;
  std::set<std::string_view> words_;
};

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
  std::vector<std::string> includes;
};

const Source& Program::source() const { return kept_->source; }
const std::vector<Kernel>& Program::kernels() const { return kept_->kernels; }
const std::vector<Launch>& Program::launches() const { return kept_->launches; }
const std::vector<Diagnostic>& Program::diagnostics() const { return kept_->diagnostics; }

std::vector<Place> Program::beside(const Kernel& kernel) const {
  return Needed(kept_->preprocessed, kept_->parsed.file).others(kernel.function->place, kernel.function->full_name);
}
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
