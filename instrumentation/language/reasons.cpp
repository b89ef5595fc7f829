#include "instrumentation/language/reasons.h"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <utility>

#include "instrumentation/language/tree/builtin.h"

namespace tilescope::language {

namespace {

using Names = std::set<std::string_view>;

// The names in a line, except those of C++ and CUDA.
std::vector<std::string_view> words_of(std::string_view line) {
  static constexpr std::size_t longest = 4000;
  line = line.substr(0, longest);
  static constexpr std::string_view of_cuda[] = {"threadIdx", "blockIdx", "blockDim", "gridDim",
                                                 "x",         "y",        "z",        "define"};
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < line.size();) {
    std::size_t end = at;
    while (end < line.size() && is_letter(line[end])) ++end;
    const std::string_view word = line.substr(at, end - at);
    const bool is_name = !word.empty() && std::isdigit(static_cast<unsigned char>(word[0])) == 0;
    if (is_name && keyword_of(word) == Keyword::none && builtins(word).empty() &&
        std::find(std::begin(of_cuda), std::end(of_cuda), word) == std::end(of_cuda))
      words.push_back(word);
    at = std::max(end, at + 1);
  }
  return words;
}

// The names that a line seems to declare: two words in a row are a type and a name.
Names declared_in(std::string_view line) {
  Names names;
  for (const std::string_view word : words_of(line)) {
    const std::size_t at = static_cast<std::size_t>(word.data() - line.data());
    const std::string_view before = line.substr(0, at);
    const std::size_t last = before.find_last_not_of(" \t*&");
    const std::size_t next = line.find_first_not_of(" \t", at + word.size());
    const bool is_ended =
        next == std::string_view::npos || std::string_view("=;,[(){:").find(line[next]) != std::string_view::npos;
    const bool has_gap =
        last != std::string_view::npos && last + 1 < at && (is_letter(line[last]) || line[last] == '>');
    const bool has_bracket = next != std::string_view::npos && line[next] == ')' && last != std::string_view::npos &&
                             line[last] == '(' && last > 0 && is_letter(line[last - 1]);
    const std::size_t behind = has_bracket ? line.find_first_not_of(" \t", next + 1) : std::string_view::npos;
    const bool is_inner = behind != std::string_view::npos && (line[behind] == '[' || line[behind] == '=');
    if ((has_gap && is_ended) || is_inner) names.insert(word);
  }
  return names;
}

// The words in a diagnostic's names.
std::vector<std::string_view> words_of(const std::vector<std::string>& names) {
  std::vector<std::string_view> all;
  for (const std::string& name : names)
    for (const std::string_view word : words_of(name)) all.push_back(word);
  return all;
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view() : line.substr(first);
}

bool is_directive(std::string_view line) {
  const std::string_view text = trimmed(line);
  return text.starts_with('#') || text.starts_with("define");
}

std::string_view word_at_begin(std::string_view text) {
  return text.substr(0, static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_letter) - text.begin()));
}

// `HD` in `HD float f(...)`.
std::string_view extra_word(std::string_view line) {
  line = trimmed(line);
  const std::string_view first = word_at_begin(line);
  const std::string_view rest = trimmed(line.substr(first.size()));
  const std::string_view second = word_at_begin(rest);
  const std::string_view behind = trimmed(rest.substr(second.size()));
  const bool has_another = !behind.empty() && behind[0] != '(' && behind[0] != ';' && behind[0] != '=';
  return keyword_of(first) == Keyword::none && !second.empty() && has_another ? first : std::string_view();
}

bool tells_of_braces(Mistake mistake) {
  switch (mistake) {
    case Mistake::missing_close_brace:
    case Mistake::missing_open_brace:
    case Mistake::stray_close_brace:
    case Mistake::missing_endif:
    case Mistake::stray_endif: return true;
    default: return false;
  }
}

// True if the parser reports it at file level, though the code may belong to a function.
bool is_of_file(const Diagnostic& d) {
  switch (d.mistake) {
    case Mistake::missing_type_before:
    case Mistake::missing_namespace:
    case Mistake::function_cut_off:
    case Mistake::inner_function: return true;
    default: return d.mistake == Mistake::missing_semicolon && d.subject() == "}";
  }
}

class Reasons {
 public:
  Reasons(const Source& source, const Preprocessed& preprocessed, const syntax::File& file)
      : source_(source), preprocessed_(preprocessed) {
    for (const Macro& macro : preprocessed.macros)
      if (macro.place.length > 0)
        macros_.push_back({.begin = macro.place.offset,
                           .end = macro.body.empty() ? macro.place.end() : macro.body.back().place.end(),
                           .is_macro = true,
                           .name = macro.name});
    for (const syntax::Item& item : file.items) add_piece(item);
  }

  // Parse errors go first: the other errors follow from them, wherever they are.
  std::vector<Diagnostic> without_crowds(const std::vector<Diagnostic>& all) {
    for (const Diagnostic& d : all)
      if (d.mistake == Mistake::stray_endif) stray_end_ = source_.line_of(d.place.offset);
    has_brace_mistake_ = std::any_of(all.begin(), all.end(), [](const Diagnostic& d) {
      return d.is_error() && d.is_of_parser() && tells_of_braces(d.mistake);
    });
    std::vector<bool> is_left(all.size(), true);
    for (const bool of_parser : {true, false})
      for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].is_error() && all[n].is_of_parser() == of_parser) is_left[n] = !is_in_crowd(all[n]);
    std::vector<Diagnostic> left;
    for (std::size_t n = 0; n < all.size(); ++n)
      if (is_left[n]) left.push_back(all[n]);
    return left;
  }

 private:
  static constexpr unsigned most = 2;
  struct Piece {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t body = 0;  // offset of a function's body; 0 for others
    bool is_macro = false;
    std::string_view name{};
    std::string_view macro{};  // that the piece was expanded from
    std::span<const syntax::Declaration* const> parameters{};
  };
  struct Reason {
    const Piece* piece = nullptr;
    unsigned line = 0;
    bool of_parser = false, of_braces = false, lacks_name = false, of_directive = false;
    Names inside, outside;  // names whose uses follow from the error: in the same piece, and in others
    Names defined;          // those of `outside` that the piece declares
    unsigned followers = 0;
  };
  enum class Link : std::uint8_t { none, follows, is_same };
  // What is known about a diagnostic.
  struct Seen {
    const Piece* piece = nullptr;
    unsigned line = 0;
    bool of_parser = false, is_loose = false;
    std::vector<std::string_view> words, quoted;  // on its line, and in its sentence
    std::vector<std::string_view> head{};         // of the function's head, if the line uses a parameter
  };

  [[nodiscard]] std::string_view line_of(const Diagnostic& d) const {
    return source_.line(source_.line_of(d.place.offset));
  }
  [[nodiscard]] std::string_view text(std::uint32_t begin, std::uint32_t end) const {
    constexpr std::uint32_t longest = 4000;
    return std::string_view(source_.text()).substr(begin, std::min(end - begin, longest));
  }

  void add_piece(const syntax::Item& item) {
    Piece piece{.begin = item.place.offset, .end = item.place.end(), .name = item.name};
    if (item.first_token < preprocessed_.tokens.size())
      if (std::uint32_t n = preprocessed_.tokens[item.first_token].expansion; n != 0) {
        while (preprocessed_.expansions[n].parent != 0) n = preprocessed_.expansions[n].parent;
        piece.macro = preprocessed_.macros[preprocessed_.expansions[n].macro].name;
      }
    if (const syntax::Declaration* const d = item.declaration; d != nullptr) {
      if (d->name != nullptr) piece.name = d->name->last().text;
      if (d->kind == syntax::DeclarationKind::function) {
        piece.body = d->body != nullptr ? d->body->place.offset : piece.end;
        for (const syntax::DeclaratorStep& step : d->steps)
          if (step.kind == syntax::DeclaratorStep::Kind::function) piece.parameters = step.parameters;
      }
    }
    pieces_.push_back(piece);
  }

  bool is_in_crowd(const Diagnostic& d) {
    const Seen seen = seen_of(d);
    const Piece* const piece = seen.piece;
    for (Reason& reason : reasons_) {
      const Link link = link_to(reason, d, seen);
      if (link == Link::is_same) return true;
      if (link == Link::none) continue;
      if (piece == nullptr || d.place.offset <= piece->body || piece->body == 0) add_names(reason, d, piece);
      if (reason.lacks_name) reason.outside.insert(d.subject());
      return ++reason.followers > most;
    }
    reasons_.push_back(reason_of(d, piece));
    return false;
  }

  [[nodiscard]] Seen seen_of(const Diagnostic& d) const {
    Seen seen{.piece = piece_at(d.place.offset),
              .line = source_.line_of(d.place.offset),
              .of_parser = d.is_of_parser(),
              .words = words_of(line_of(d)),
              .quoted = language::words_of(d.names)};
    seen.is_loose = is_loose(d, seen.piece);
    if (seen.piece == nullptr) return seen;
    const auto is_used = [&](const syntax::Declaration* p) {
      return p->name != nullptr &&
             std::find(seen.words.begin(), seen.words.end(), p->name->last().text) != seen.words.end();
    };
    if (std::any_of(seen.piece->parameters.begin(), seen.piece->parameters.end(), is_used))
      seen.head = words_of(text(seen.piece->begin, seen.piece->body));
    return seen;
  }

  [[nodiscard]] Link link_to(const Reason& reason, const Diagnostic& d, const Seen& seen) const {
    const bool is_here = seen.piece != nullptr && seen.piece == reason.piece;
    if (reason.of_parser && seen.of_parser && seen.line == reason.line) return Link::follows;
    if (reason.of_parser && is_here && seen.piece->body == 0 && !seen.piece->is_macro) return Link::follows;
    if (reason.of_braces && seen.is_loose) return Link::follows;
    if (reason.lacks_name && d.mistake == Mistake::undeclared_type) return Link::follows;
    if (reason.of_directive && seen.piece != nullptr && seen.piece->is_macro && d.mistake == Mistake::undeclared_name)
      return Link::follows;
    if (const Link link = link_of_call(reason, d); link != Link::none) return link;
    const Names& names = is_here ? reason.inside : reason.outside;
    const auto has_one = [](const std::vector<std::string_view>& words, const Names& of) {
      return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return of.contains(word); });
    };
    if (has_one(seen.words, names)) return Link::follows;
    if (reason.of_parser && !is_here && has_one(seen.quoted, names)) return Link::follows;
    return !is_here && has_one(seen.head, reason.defined) ? Link::follows : Link::none;
  }

  // If braces do not balance, code at file level may belong elsewhere.
  [[nodiscard]] bool is_loose(const Diagnostic& d, const Piece* piece) const {
    if (!has_brace_mistake_ || !d.is_of_parser()) return false;
    constexpr unsigned farthest = 30;
    const unsigned line = source_.line_of(d.place.offset);
    if (line <= stray_end_ && stray_end_ - line <= farthest) return true;  // it may have been skipped
    const bool is_in_body = piece != nullptr && piece->body != 0 && d.place.offset > piece->body;
    return tells_of_braces(d.mistake) || (!is_in_body && is_of_file(d));
  }

  // Links a call that does not match a function to an error in that function itself.
  [[nodiscard]] Link link_of_call(const Reason& reason, const Diagnostic& d) const {
    if (d.mistake != Mistake::argument_count && d.mistake != Mistake::argument_type &&
        d.mistake != Mistake::template_count)
      return Link::none;
    if (reason.piece == nullptr || reason.piece->parameters.empty() || reason.piece->name != d.subject())
      return Link::none;
    for (const syntax::Declaration* const p : reason.piece->parameters) {
      if (!d.cause || p->name == nullptr || p->name_place.offset != d.cause->offset) continue;
      const std::vector<std::string_view> words = words_of(source_.line(reason.line));
      return std::find(words.begin(), words.end(), p->name->last().text) != words.end() ? Link::is_same : Link::follows;
    }
    return Link::follows;
  }

  [[nodiscard]] const Piece* piece_at(std::uint32_t offset) const {
    const Piece* found = nullptr;
    for (const std::vector<Piece>* const all : {&pieces_, &macros_})  // a macro may be defined inside a function
      for (const Piece& each : *all)
        if (each.begin <= offset && offset <= each.end) found = &each;
    return found;
  }

  // The first line of the directive that continues on this line; otherwise the line itself.
  [[nodiscard]] unsigned first_line(unsigned line) const {
    constexpr unsigned most_lines = 200;
    unsigned first = line;
    while (first > 1 && line - first < most_lines && source_.line(first - 1).ends_with('\\')) --first;
    return is_directive(source_.line(first)) ? first : line;
  }

  [[nodiscard]] Reason reason_of(const Diagnostic& d, const Piece* piece) const {
    Reason reason;
    reason.piece = piece;
    reason.line = source_.line_of(d.place.offset);
    reason.of_parser = d.is_of_parser();
    reason.of_braces = is_loose(d, piece);
    reason.lacks_name = d.mistake == Mistake::nameless_type;
    const std::string_view line = source_.line(first_line(reason.line));
    if (is_directive(line)) {
      add_names(reason, d, piece != nullptr && piece->is_macro ? piece : nullptr);
      for (const std::string_view word : words_of(line)) reason.outside.insert(word);
      add_names_of_directive(reason, d, line);
      reason.inside = reason.outside;
      return reason;
    }
    if (d.mistake == Mistake::host_function) {
      reason.inside.insert(extra_word(line));
      reason.outside.insert(extra_word(line));
    }
    if (piece == nullptr || piece->body == 0) {
      add_names(reason, d, piece);
      return reason;
    }
    add_names_of_function(reason, d, *piece);
    return reason;
  }

  void add_names_of_function(Reason& reason, const Diagnostic& d, const Piece& piece) const {
    const auto add = [&](std::string_view text) {
      for (const std::string_view word : words_of(text)) reason.inside.insert(word);
    };
    const std::string_view line = line_of(d);
    reason.inside = declared_in(line);
    if (d.place.offset <= piece.body) {
      reason.outside.insert(piece.name);
      if (reason.of_parser) add(text(piece.begin, piece.body));
    } else if (d.mistake == Mistake::missing_semicolon) {
      const auto begin = static_cast<std::size_t>(line.data() - source_.text().data());
      if (begin <= d.place.offset && d.place.offset - begin < line.size()) add(line.substr(d.place.offset - begin));
      if (d.subject() == ")") reason.inside.insert(word_at_begin(trimmed(line)));
    }
  }

  // Adds the names that an unreadable macro would have made; for an unreadable condition, those of the macros after it.
  void add_names_of_directive(Reason& reason, const Diagnostic& d, std::string_view line) const {
    constexpr unsigned farthest = 8;
    if (!reason.of_parser) return;
    const bool may_be_condition =
        line.find("#") != std::string_view::npos && line.find("define ") == std::string_view::npos;
    for (unsigned n = reason.line + 1; may_be_condition && n <= reason.line + farthest && is_directive(source_.line(n));
         ++n)
      for (const std::string_view word : words_of(source_.line(n))) reason.outside.insert(word);
    reason.of_directive = reason.piece == nullptr || !reason.piece->is_macro;
    if (!reason.of_directive) return;
    const bool lacks_name = d.mistake == Mistake::nameless_macro;
    const std::vector<Token>& tokens = preprocessed_.tokens;
    for (std::size_t n = 0; n + 1 < tokens.size(); ++n) {
      const Token& t = tokens[n];
      if (!t.is_name() || !t.starts_line || t.expansion != 0) continue;
      const bool has_capitals = std::none_of(t.text.begin(), t.text.end(),
                                             [](char c) { return std::islower(static_cast<unsigned char>(c)) != 0; });
      if (lacks_name ? !(has_capitals && tokens[n + 1].is(Mark::open_paren)) : !reason.outside.contains(t.text))
        continue;
      for (const std::string_view word : words_of(source_.line(source_.line_of(t.place.offset))))
        reason.outside.insert(word);
    }
  }

  // Names outside functions may be used anywhere.
  void add_names(Reason& reason, const Diagnostic& d, const Piece* piece) const {
    const auto add = [&](std::string_view text) {
      for (const std::string_view word : words_of(text)) reason.outside.insert(word);
    };
    add(line_of(d));
    if (piece == nullptr) return;
    if (!piece->is_macro) add(text(piece->begin, piece->end));
    reason.outside.insert(piece->name);
    reason.defined.insert(piece->name);
    if (!piece->is_macro) return;
    for (const Piece& each : pieces_)
      if (each.macro == piece->name) {
        reason.outside.insert(each.name);
        add(source_.line(source_.line_of(each.begin)));
      }
  }

  const Source& source_;
  const Preprocessed& preprocessed_;
  std::vector<Piece> pieces_, macros_;
  std::vector<Reason> reasons_;
  bool has_brace_mistake_ = false;
  unsigned stray_end_ = 0;  // line of an #endif without an #if
};

}  // namespace

std::vector<Diagnostic> without_crowds(const Source& source, const Preprocessed& preprocessed, const syntax::File& file,
                                       const std::vector<Diagnostic>& all) {
  return Reasons(source, preprocessed, file).without_crowds(all);
}

}  // namespace tilescope::language
