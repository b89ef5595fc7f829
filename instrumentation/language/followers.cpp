#include "instrumentation/language/followers.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/language/tree/builtin.h"

namespace tilescope::language {

namespace {

bool is_error(const Diagnostic& d) { return d.severity == Severity::error; }

std::string quoted(std::string_view name) { return "'" + std::string(name) + "'"; }

// The first name that a sentence has in quotes.
std::string_view name_in(std::string_view sentence) {
  const std::size_t begin = sentence.find('\'');
  if (begin == std::string_view::npos) return {};
  return sentence.substr(begin + 1, sentence.find('\'', begin + 1) - begin - 1);
}

std::string without_names(std::string_view sentence) {
  std::string left;
  bool is_name = false;
  for (const char c : sentence) {
    if (c == '\'') is_name = !is_name;
    if (!is_name) left += c;
  }
  return left;
}

bool is_letter(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos && !word.empty(); at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(text[at - 1])) &&
        (at + word.size() == text.size() || !is_letter(text[at + word.size()])))
      return true;
  return false;
}

// `NAME (a, b) ...`, where the space makes the parameters part of what NAME stands for.
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

// What is wrong with a macro that does not fit where it is used, if it looks so by itself.
std::optional<Diagnostic> oddity(const Macro& macro) {
  if (macro.place.length == 0) return std::nullopt;
  const auto told = [](Place place, std::string message, std::string mend) {
    return Diagnostic{Severity::error, place, std::move(message), std::move(mend)};
  };
  const std::string name = quoted(macro.name);
  if (macro.body.empty() && !macro.takes_arguments)
    return told(macro.place, name + " stands for nothing, and a value of it is wanted", "write one behind " + name);
  if (macro.body.size() > 1 && macro.body.back().is(Mark::semicolon))
    return told(macro.body.back().place, "this ; goes wherever " + name + " is used", "take it away");
  if (macro.body.size() > 1 && macro.body.front().is(Mark::equals))
    return told(macro.body.front().place, "this = goes wherever " + name + " is used", "take it away");
  return std::nullopt;
}

// Where a declaration is not understood, what uses what it declares is not understood either. Of such, a few are told.
class Reasons {
 public:
  Reasons(const Source& source, const Preprocessed& preprocessed, const syntax::File& file) : source_(source) {
    for (const Macro& macro : preprocessed.macros)
      if (macro.place.length > 0)
        macros_.push_back({macro.place.offset, macro.body.empty() ? macro.place.end() : macro.body.back().place.end(),
                           0, true, macro.name});
    for (const syntax::Item& item : file.items) {
      Piece piece{item.place.offset, item.place.end(), 0, false, item.name};
      if (const syntax::Declaration* const d = item.declaration; d != nullptr) {
        if (d->name != nullptr) piece.name = d->name->last().text;
        if (d->kind == syntax::DeclarationKind::function)
          piece.body = d->body != nullptr ? d->body->place.offset : piece.end;
      }
      pieces_.push_back(piece);
    }
  }

  [[nodiscard]] std::vector<Diagnostic> without_crowds(const std::vector<Diagnostic>& all) {
    std::vector<Diagnostic> left;
    for (const Diagnostic& d : all)
      if (!is_error(d) || !is_in_crowd(d)) left.push_back(d);
    return left;
  }

 private:
  static constexpr unsigned most = 2;
  struct Piece {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t body = 0;  // of a function; 0 for others
    bool is_macro = false;
    std::string_view name;
  };
  struct Reason {
    const Piece* piece = nullptr;
    std::set<std::string_view> inside, outside;  // names whose uses follow from it, in the same piece and in others
    unsigned followers = 0;
  };

  bool is_in_crowd(const Diagnostic& d) {
    const Piece* const piece = piece_at(d.place.offset);
    const std::vector<std::string_view> words = words_of(source_.line(source_.line_of(d.place.offset)));
    for (Reason& reason : reasons_) {
      const std::set<std::string_view>& names =
          piece != nullptr && piece == reason.piece ? reason.inside : reason.outside;
      const auto is_one = [&](std::string_view word) { return names.contains(word); };
      if (!std::any_of(words.begin(), words.end(), is_one)) continue;
      if (piece == nullptr || d.place.offset <= piece->body || piece->body == 0)
        add_names(reason, d, piece);  // and what uses that
      return ++reason.followers > most;
    }
    reasons_.push_back(reason_of(d, piece));
    return false;
  }

  [[nodiscard]] const Piece* piece_at(std::uint32_t offset) const {
    const Piece* found = nullptr;
    for (const std::vector<Piece>* const all : {&pieces_, &macros_})  // a macro may stand in a function
      for (const Piece& each : *all)
        if (each.begin <= offset && offset <= each.end) found = &each;
    return found;
  }

  [[nodiscard]] Reason reason_of(const Diagnostic& d, const Piece* piece) const {
    Reason reason{piece, {}, {}};
    const std::string_view line = source_.line(source_.line_of(d.place.offset));
    const std::size_t first = line.find_first_not_of(" \t");
    const bool is_directive =
        first != std::string_view::npos && (line[first] == '#' || line.substr(first).starts_with("define"));
    const bool is_function = piece != nullptr && piece->body > 0 && !is_directive;
    if (is_function) {
      reason.inside = declared_in(line);
      if (d.place.offset <= piece->body) reason.outside.insert(piece->name);
      return reason;
    }
    add_names(reason, d, is_directive && piece != nullptr && !piece->is_macro ? nullptr : piece);
    if (is_directive) reason.inside = reason.outside;
    return reason;
  }

  // What stands in what is no function may be known by its names anywhere.
  void add_names(Reason& reason, const Diagnostic& d, const Piece* piece) const {
    constexpr std::size_t longest = 4000;
    const auto add = [&](std::string_view text) {
      for (const std::string_view word : words_of(text)) reason.outside.insert(word);
    };
    add(source_.line(source_.line_of(d.place.offset)));
    if (piece == nullptr) return;
    if (!piece->is_macro)
      add(std::string_view(source_.text())
              .substr(piece->begin, std::min<std::size_t>(piece->end - piece->begin, longest)));
    reason.outside.insert(piece->name);
  }

  // Names, without what is C++'s or CUDA's own.
  static std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; at < line.size();) {
      std::size_t end = at;
      while (end < line.size() && is_letter(line[end])) ++end;
      const std::string_view word = line.substr(at, end - at);
      const bool is_name = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
      if (is_name && keyword_of(word) == Keyword::none && !is_of_cuda(word)) words.push_back(word);
      at = std::max(end, at + 1);
    }
    return words;
  }

  static bool is_of_cuda(std::string_view word) {
    static constexpr std::string_view words[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                 "x",         "y",        "z",        "define"};
    return std::find(std::begin(words), std::end(words), word) != std::end(words) || !builtins(word).empty();
  }

  // The names that a line declares, if it looks as if it declared any: two words in a row are a type and a name.
  static std::set<std::string_view> declared_in(std::string_view line) {
    std::set<std::string_view> names;
    for (const std::string_view word : words_of(line)) {
      const std::size_t at = static_cast<std::size_t>(word.data() - line.data());
      const std::string_view before = line.substr(0, at);
      const std::size_t last = before.find_last_not_of(" \t*&");
      const std::size_t next = line.find_first_not_of(" \t", at + word.size());
      const bool is_ended =
          next == std::string_view::npos || std::string_view("=;,[(){:").find(line[next]) != std::string_view::npos;
      const bool has_gap =
          last != std::string_view::npos && last + 1 < at && (is_letter(line[last]) || line[last] == '>');
      if (has_gap && is_ended) names.insert(word);
    }
    return names;
  }

  const Source& source_;
  std::vector<Piece> pieces_, macros_;
  std::vector<Reason> reasons_;
};

class Followers {
 public:
  Followers(const Source& source, const Preprocessed& preprocessed, const Told& told)
      : source_(source), preprocessed_(preprocessed) {
    for (std::size_t n = 1; n < preprocessed.expansions.size(); ++n) {
      const Expansion& e = preprocessed.expansions[n];
      if (e.parent != 0) continue;
      uses_.emplace(e.place.offset, e.macro);
      uses_.emplace(e.place.end(), e.macro);
      used_on_.emplace(source.line_of(e.place.offset), e.macro);
    }
    for (const Diagnostic& d : told.of_words) {
      if (is_error(d)) word_lines_.insert(source.line_of(d.place.offset));
      of_words_.insert({d.place.offset, d.message});
    }
    for (const Diagnostic& d : told.of_parser) of_parser_.insert({d.place.offset, d.message});
    for (const Diagnostic& d : told.all)  // of what was put aside, not all is told
      if (is_error(d) && is_in(of_parser_, d)) lines_.insert(source.line_of(d.place.offset));
  }

  // What is on a line that could not be read, or could not be parsed, is not looked into further. Behind a comment
  // without an end nothing is known.
  [[nodiscard]] std::vector<Diagnostic> on_other_lines(const std::vector<Diagnostic>& all) const {
    const std::uint32_t end = end_of_words(all);
    std::vector<Diagnostic> left;
    for (const Diagnostic& d : all) {
      const unsigned line = source_.line_of(d.place.offset);
      const bool of_words = is_in(of_words_, d);
      const bool follows = !of_words && (word_lines_.contains(line) || d.place.offset >= end);
      if (!follows && (is_in(of_parser_, d) || !lines_.contains(line))) left.push_back(d);
    }
    return left;
  }

  // The same sentence about one name, again and again, has one reason: two of them tell where.
  [[nodiscard]] std::vector<Diagnostic> not_again_and_again(const std::vector<Diagnostic>& all) const {
    std::map<std::string, unsigned> count;
    std::vector<Diagnostic> left;
    std::set<std::pair<std::uint32_t, std::string_view>> told;
    for (const Diagnostic& d : all) {
      const bool is_of_name = is_error(d) && !is_in(of_parser_, d) && d.message.starts_with('\'');
      if (is_of_name && (!told.insert({d.place.offset, name_in(d.message)}).second || ++count[kind_of(d)] > 2))
        continue;
      left.push_back(d);
    }
    return left;
  }

  // Without its numbers; and of names that nobody knows and that begin alike, which one declaration makes, their
  // beginning.
  static std::string kind_of(const Diagnostic& d) {
    const std::string_view name = name_in(d.message);
    const std::size_t prefix = name.find('_');
    if (d.mend.empty() && d.message.ends_with("is not declared here") && prefix != std::string_view::npos && prefix > 1)
      return std::string(name.substr(0, prefix + 1));
    std::string kind;
    bool is_name = false;
    for (const char c : d.message) {
      if (c == '\'') is_name = !is_name;
      if (is_name || std::isdigit(static_cast<unsigned char>(c)) == 0) kind += c;
    }
    return kind;
  }

  // What is wrong in a macro is told once; at the macro, where it shows in several places or has to be mended there.
  [[nodiscard]] std::vector<Diagnostic> once_for_each_macro(const std::vector<Diagnostic>& all) {
    std::set<std::uint32_t> wrong;
    const auto macro_at = [&](const Diagnostic& d) {
      const auto use = uses_.find(d.place.offset);
      return use == uses_.end() ? ~std::uint32_t{0} : use->second;
    };
    for (const Diagnostic& d : all)
      if (is_error(d)) wrong.insert(macro_at(d));
    wrong.erase(~std::uint32_t{0});
    for (const Diagnostic& d : all)
      if (is_error(d) ? !tell_of_macro_on_line(d) : !wrong.contains(macro_at(d))) tell(d);
    return std::move(once_);
  }

 private:
  using Known = std::set<std::pair<std::uint32_t, std::string>>;
  static bool is_in(const Known& known, const Diagnostic& d) { return known.contains({d.place.offset, d.message}); }

  // Where a comment begins that does not end, what stands before it is the last that is known.
  [[nodiscard]] std::uint32_t end_of_words(const std::vector<Diagnostic>& all) const {
    const bool is_open =
        std::any_of(all.begin(), all.end(), [](const Diagnostic& d) { return d.message == open_comment; });
    const std::vector<Token>& tokens = preprocessed_.tokens;
    return is_open && tokens.size() > 1 ? tokens[tokens.size() - 2].place.end() : ~std::uint32_t{0};
  }

  // Tells of the macro that is used on the same line and does not fit there.
  bool tell_of_macro_on_line(const Diagnostic& d) {
    const auto [first, last] = used_on_.equal_range(source_.line_of(d.place.offset));
    for (auto use = first; use != last; ++use) {
      const Macro& macro = preprocessed_.macros[use->second];
      const bool is_of_parser = is_in(of_parser_, d) && !is_in(of_words_, d);
      const std::optional<Diagnostic> odd = oddity(macro);
      if (!odd || (!macro.body.empty() && !is_of_parser)) continue;
      if (odd_.insert(use->second).second) once_.push_back(*odd);
      return true;
    }
    return false;
  }

  void tell(Diagnostic d) {
    const auto use = uses_.find(d.place.offset);
    if (!is_error(d) || use == uses_.end()) {
      once_.push_back(std::move(d));
      return;
    }
    const Macro& macro = preprocessed_.macros[use->second];
    if (macro.is_mended) return;
    if (d.message.ends_with("is not declared here")) move_to_macro(d, macro);
    const bool is_of_text = d.message.find(" is missing after ") == std::string::npos &&
                            has_word(source_.line(source_.line_of(d.place.offset)), name_in(d.message));
    const auto [at, fresh] =
        known_.try_emplace({use->second, is_of_text ? d.message : without_names(d.message)}, once_.size());
    if (fresh)
      once_.push_back(std::move(d));
    else if (macro.place.length > 0 && d.place != once_[at->second].place)
      once_[at->second].place = macro.place;
  }

  // A name that the macro's text has is mended there, if it is known which one was meant.
  static void move_to_macro(Diagnostic& d, const Macro& macro) {
    if (macro.place.length == 0) return;
    const std::string_view name = name_in(d.message);
    const auto is_it = [&](const Token& t) { return t.text == name; };
    const auto word = std::find_if(macro.body.begin(), macro.body.end(), is_it);
    if (word == macro.body.end()) return;
    if (has_parameters_in_body(macro))
      d = {Severity::error, macro.place,
           "the parameters of " + quoted(macro.name) + " have to follow it without a space", "take the space away"};
    else if (d.mend.starts_with("did you mean"))
      d.place = word->place;
  }

  const Source& source_;
  const Preprocessed& preprocessed_;
  std::map<std::uint32_t, std::uint32_t> uses_;     // macros, by where their uses begin and end
  std::multimap<unsigned, std::uint32_t> used_on_;  // macros, by the lines of their uses
  std::set<unsigned> word_lines_, lines_;           // that could not be read, and that could not be parsed
  Known of_words_, of_parser_;
  std::set<std::uint32_t> odd_;  // macros that were told of
  std::map<std::pair<std::uint32_t, std::string>, std::size_t> known_;
  std::vector<Diagnostic> once_;
};

}  // namespace

std::vector<Diagnostic> without_followers(const Source& source, const Preprocessed& preprocessed,
                                          const syntax::File& file, const Told& told) {
  Followers followers(source, preprocessed, told);
  std::vector<Diagnostic> left =
      followers.not_again_and_again(followers.once_for_each_macro(followers.on_other_lines(told.all)));
  std::stable_sort(left.begin(), left.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.place.offset < b.place.offset; });
  return Reasons(source, preprocessed, file).without_crowds(left);
}

}  // namespace tilescope::language
