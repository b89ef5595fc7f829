#include "instrumentation/language/followers.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/language/reasons.h"

namespace tilescope::language {

namespace {

// True for `NAME (a, b) ...`: the space makes the parameters part of the body.
bool has_parameters_in_body(const Macro& macro) {
  const std::vector<Token>& body = macro.body;
  if (macro.takes_arguments || body.size() < 4 || !body[0].is(Mark::open_paren)) return false;
  for (std::size_t i = 1; i + 1 < body.size(); i += 2) {
    if (!body[i].is_name()) return false;
    if (body[i + 1].is(Mark::close_paren)) return i + 2 < body.size();
    if (!body[i + 1].is(Mark::comma)) return false;
  }
  return false;
}

// The mistake in a macro that does not fit where it is used, if its definition alone shows it.
std::optional<Diagnostic> oddity(const Macro& macro) {
  if (macro.place.length == 0) return std::nullopt;
  const auto told = [](Place place, Mistake mistake, const Sentence& sentence, std::string mend) {
    return Diagnostic{
        .place = place, .mistake = mistake, .message = sentence.text, .names = sentence.names, .mend = std::move(mend)};
  };
  const Sentence name = quoted(macro.name);
  if (macro.body.empty() && !macro.takes_arguments)
    return told(macro.place, Mistake::empty_macro, name + " is empty, but its value is used",
                "write a value after " + name.text);
  if (macro.body.size() > 1 && macro.body.back().is(Mark::semicolon))
    return told(macro.body.back().place, Mistake::tail_in_macro, "this ; is copied wherever " + name + " is used",
                "remove it");
  if (macro.body.size() > 1 && macro.body.front().is(Mark::equals))
    return told(macro.body.front().place, Mistake::tail_in_macro, "this = is copied wherever " + name + " is used",
                "remove it");
  return std::nullopt;
}

// True if something is missing: the name before the gap does not matter.
bool is_of_gap(Mistake mistake) {
  switch (mistake) {
    case Mistake::missing_mark:
    case Mistake::missing_semicolon:
    case Mistake::missing_open_brace:
    case Mistake::missing_close_brace:
    case Mistake::missing_name:
    case Mistake::missing_type:
    case Mistake::missing_statement:
    case Mistake::missing_label:
    case Mistake::missing_condition:
    case Mistake::missing_parameter:
    case Mistake::missing_text:
    case Mistake::missing_value_after: return true;
    default: return false;
  }
}

class Followers {
 public:
  Followers(const Source& source, const Preprocessed& preprocessed, const std::vector<Diagnostic>& all)
      : source_(source), preprocessed_(preprocessed) {
    for (std::size_t n = 1; n < preprocessed.expansions.size(); ++n) {
      const Expansion& e = preprocessed.expansions[n];
      if (e.parent != 0) continue;
      uses_.emplace(e.place.offset, e.macro);
      uses_.emplace(e.place.end(), e.macro);
      used_on_.emplace(source.line_of(e.place.offset), Use{e.macro, e.place.offset});
    }
    for (const Diagnostic& d : all) {
      if (d.is_error() && d.stage == Stage::words) word_lines_.insert(source.line_of(d.place.offset));
      if (d.is_error() && d.is_of_parser()) lines_.insert(source.line_of(d.place.offset));
    }
  }

  // Drops what follows from a line that could not be lexed or parsed, and everything after a comment without an end.
  [[nodiscard]] std::vector<Diagnostic> on_other_lines(const std::vector<Diagnostic>& all) const {
    const std::uint32_t end = end_of_words(all);
    std::vector<Diagnostic> left;
    for (const Diagnostic& d : all) {
      const unsigned line = source_.line_of(d.place.offset);
      const bool is_unread =
          word_lines_.contains(line) || (d.cause && word_lines_.contains(source_.line_of(d.cause->offset)));
      const bool follows = d.stage != Stage::words && (is_unread || d.place.offset >= end);
      if (!follows && (d.is_of_parser() || !lines_.contains(line))) left.push_back(d);
    }
    return left;
  }

  // The same mistake with the same name has one cause: only the first two are reported.
  [[nodiscard]] static std::vector<Diagnostic> not_again_and_again(const std::vector<Diagnostic>& all) {
    std::map<Kind, unsigned> count;
    std::vector<Diagnostic> left;
    std::set<std::pair<std::uint32_t, std::string_view>> told;
    for (const Diagnostic& d : all) {
      const bool is_of_name = d.is_error() && d.stage == Stage::checker && !d.names.empty();
      if (is_of_name && (!told.insert({d.place.offset, d.subject()}).second || ++count[kind_of(d)] > 2)) continue;
      left.push_back(d);
    }
    return left;
  }

  // Reports a mistake in a macro once: at the macro if it shows in several places or must be fixed there.
  [[nodiscard]] std::vector<Diagnostic> once_for_each_macro(const std::vector<Diagnostic>& all) {
    std::set<std::uint32_t> wrong;
    const auto macro_at = [&](const Diagnostic& d) {
      const auto use = uses_.find(d.place.offset);
      return use == uses_.end() ? ~std::uint32_t{0} : use->second;
    };
    for (const Diagnostic& d : all)
      if (d.is_error()) wrong.insert(macro_at(d));
    wrong.erase(~std::uint32_t{0});
    note_bad_macros(all);
    for (const Diagnostic& d : all)
      if (d.is_error() ? !tell_of_macro_on_line(d) : !wrong.contains(macro_at(d))) tell(d);
    return std::move(once_);
  }

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  struct Use {
    std::uint32_t macro = 0, offset = 0;
  };
  using Kind = std::pair<Mistake, std::vector<std::string>>;
  using OfMacro = std::pair<std::uint32_t, Kind>;

  // Undeclared names with the same prefix are of one kind: one declaration usually makes them all.
  static Kind kind_of(const Diagnostic& d) {
    const std::size_t prefix = d.subject().find('_');
    if (d.mistake == Mistake::undeclared_name && d.mend.empty() && prefix != std::string_view::npos && prefix > 1)
      return {d.mistake, {std::string(d.subject().substr(0, prefix + 1))}};
    return {d.mistake, d.names};
  }

  // The end of the last token before a comment that does not end; the maximum if all comments end.
  [[nodiscard]] std::uint32_t end_of_words(const std::vector<Diagnostic>& all) const {
    const bool is_open =
        std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.mistake == Mistake::open_comment; });
    const std::vector<Token>& tokens = preprocessed_.tokens;
    return is_open && tokens.size() > 1 ? tokens[tokens.size() - 2].place.end() : ~std::uint32_t{0};
  }

  // The macro with arguments whose use contains the diagnostic, or `none`.
  [[nodiscard]] std::uint32_t macro_around(const Diagnostic& d) const {
    const auto [first, last] = used_on_.equal_range(source_.line_of(d.place.offset));
    for (auto use = first; use != last; ++use) {
      const Macro& macro = preprocessed_.macros[use->second.macro];
      const std::string_view text = std::string_view(source_.text()).substr(use->second.offset);
      if (!macro.takes_arguments || macro.place.length == 0) continue;
      if (d.place.offset < use->second.offset) {
        if (is_blank(d.place.offset, use->second.offset)) return use->second.macro;
        continue;
      }
      std::size_t end = text.find('(');
      for (int depth = 0; end < text.size() && text[end] != ';'; ++end) {
        depth += text[end] == '(' ? 1 : text[end] == ')' ? -1 : 0;
        if (depth == 0) break;
      }
      if (d.place.offset - use->second.offset <= end + 1) return use->second.macro;
    }
    return none;
  }

  [[nodiscard]] bool is_blank(std::uint32_t begin, std::uint32_t end) const {
    const std::string_view text = std::string_view(source_.text()).substr(begin, end - begin);
    return text.find_first_not_of(" \t") == std::string_view::npos;
  }

  // If many uses of a macro have the same mistake, the mistake is in the macro.
  void note_bad_macros(const std::vector<Diagnostic>& all) {
    constexpr std::size_t many = 3;
    std::map<std::pair<std::uint32_t, Mistake>, std::set<unsigned>> lines;
    for (const Diagnostic& d : all)
      if (const std::uint32_t macro = d.is_error() && !is_of_lookup(d) ? macro_around(d) : none; macro != none) {
        std::set<unsigned>& of_kind = lines[{macro, d.mistake}];
        of_kind.insert(source_.line_of(d.place.offset));
        if (of_kind.size() >= many) bad_.insert({macro, d.mistake});
      }
  }

  static bool is_of_lookup(const Diagnostic& d) {
    return d.mistake == Mistake::undeclared_name || d.mistake == Mistake::undeclared_type ||
           d.mistake == Mistake::undeclared_function;
  }

  // Reports a macro that is used on the same line and does not fit there. True if one was found.
  bool tell_of_macro_on_line(const Diagnostic& d) {
    const auto [first, last] = used_on_.equal_range(source_.line_of(d.place.offset));
    for (auto use = first; use != last; ++use) {
      const Macro& macro = preprocessed_.macros[use->second.macro];
      std::optional<Diagnostic> odd = oddity(macro);
      if (!odd || (!macro.body.empty() && d.stage != Stage::parser)) continue;
      if (!odd_.insert(use->second.macro).second) return true;
      if (d.mistake == Mistake::host_function && macro.body.empty()) {
        odd->message = quoted(macro.name).text + " is empty, and " + d.message;
        odd->mend = "write __host__ __device__ after " + quoted(macro.name).text;
      }
      once_.push_back(std::move(*odd));
      return true;
    }
    return false;
  }

  void tell(Diagnostic d) {
    if (!bad_.empty() && d.is_error())
      if (const std::uint32_t macro = macro_around(d); bad_.contains({macro, d.mistake})) {
        if (!known_.try_emplace({macro, {d.mistake, {}}}, once_.size()).second) return;
        move(d, preprocessed_.macros[macro].place);
        once_.push_back(std::move(d));
        return;
      }
    const auto use = uses_.find(d.place.offset);
    if (!d.is_error() || use == uses_.end()) {
      once_.push_back(std::move(d));
      return;
    }
    const Macro& macro = preprocessed_.macros[use->second];
    if (macro.is_mended) return;
    if (d.mistake == Mistake::undeclared_name) move_to_macro(d, macro);
    const bool is_of_text =
        !is_of_gap(d.mistake) && has_word(source_.line(source_.line_of(d.place.offset)), d.subject());
    const Kind kind{d.mistake, is_of_text ? d.names : std::vector<std::string>()};
    const auto [at, fresh] = known_.try_emplace({use->second, kind}, once_.size());
    if (fresh)
      once_.push_back(std::move(d));
    else if (macro.place.length > 0 && d.place != once_[at->second].place)
      move(once_[at->second], macro.place);
  }

  // Moves a diagnostic to a macro. The parser reports nothing there, so the stage becomes the checker.
  static void move(Diagnostic& d, Place place) {
    d.place = place;
    d.stage = Stage::checker;
  }

  // A misspelled name in a macro's body is fixed there, if the intended name is known.
  static void move_to_macro(Diagnostic& d, const Macro& macro) {
    if (macro.place.length == 0) return;
    const std::string_view name = d.subject();
    const auto is_it = [&](const Token& t) { return t.text == name; };
    const auto word = std::find_if(macro.body.begin(), macro.body.end(), is_it);
    if (word == macro.body.end()) return;
    if (has_parameters_in_body(macro))
      d = {.place = macro.place,
           .mistake = Mistake::macro_parameters,
           .message = "the parameter list must follow " + quoted(macro.name).text + " without a space",
           .names = {std::string(macro.name)},
           .mend = "remove the space"};
    else if (d.edit && d.edit->replaces)
      d.place = word->place;
  }

  const Source& source_;
  const Preprocessed& preprocessed_;
  std::map<std::uint32_t, std::uint32_t> uses_;      // macro by the offset where a use begins or ends
  std::multimap<unsigned, Use> used_on_;             // by line
  std::set<std::pair<std::uint32_t, Mistake>> bad_;  // macros, and the mistake that many of their uses have
  std::set<unsigned> word_lines_, lines_;            // lines with lexical errors; lines with lexical or parse errors
  std::set<std::uint32_t> odd_;                      // macros already reported
  std::map<OfMacro, std::size_t> known_;
  std::vector<Diagnostic> once_;
};

}  // namespace

std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                          const syntax::File& file, const std::vector<Diagnostic>& all) {
  Followers followers(source, preprocessed, all);
  std::vector<Diagnostic> left =
      Followers::not_again_and_again(followers.once_for_each_macro(followers.on_other_lines(all)));
  std::stable_sort(left.begin(), left.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.place.offset < b.place.offset; });
  return without_crowds(source, preprocessed, file, left);
}

}  // namespace tilescope::language
