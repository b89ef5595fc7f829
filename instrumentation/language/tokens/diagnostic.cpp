#include "instrumentation/language/tokens/diagnostic.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tilescope::language {

namespace {

constexpr std::size_t longest = 400;  // bytes of a sentence; a name in it may be as long as the source

// U+0000 to U+001F and U+007F to U+009F: some terminals execute them.
bool is_control(const std::string& text, std::size_t at) {
  const auto byte = [&](std::size_t n) { return static_cast<unsigned char>(n < text.size() ? text[n] : 0); };
  return byte(at) < 0x20 || byte(at) == 0x7f || (byte(at) == 0xc2 && byte(at + 1) >= 0x80 && byte(at + 1) < 0xa0);
}

// Without control characters, and short enough for any screen.
std::string presentable(const std::string& words) {
  std::string shown;
  for (std::size_t at = 0; at < words.size();) {
    const unsigned bytes = utf8_bytes(words, at);
    if (shown.size() + bytes > longest) return shown + " ...";
    shown += bytes == 0 || is_control(words, at) ? "?" : words.substr(at, bytes);
    at += std::max(1U, bytes);
  }
  return shown;
}

}  // namespace

const char* word(Severity severity) {
  switch (severity) {
    case Severity::error: return "error";
    case Severity::warning: return "warning";
    case Severity::note: return "note";
  }
  return "";
}

Mend Mend::write(std::string text) {
  Mend mend("write " + text);
  mend.edit = Edit{std::move(text)};
  return mend;
}

Mend Mend::write_before(std::string text) {
  Mend mend("write " + text + " before it");
  mend.edit = Edit{std::move(text)};
  return mend;
}

Mend Mend::asked(std::string question, std::string text) {
  Mend mend(std::move(question));
  mend.edit = Edit{std::move(text)};
  return mend;
}

Mend Mend::meant(std::string name) {
  Mend mend("did you mean " + quoted(name).text + "?");
  mend.edit = Edit{std::move(name), true};
  return mend;
}

void Diagnostics::error(Place place, Mistake mistake, Sentence sentence, Mend mend) {
  tell(Severity::error, place, mistake, std::move(sentence), std::move(mend));
}

void Diagnostics::warning(Place place, Mistake mistake, Sentence sentence, Mend mend) {
  tell(Severity::warning, place, mistake, std::move(sentence), std::move(mend));
}

void Diagnostics::note(Place place, Mistake mistake, Sentence sentence, Mend mend) {
  tell(Severity::note, place, mistake, std::move(sentence), std::move(mend));
}

void Diagnostics::tell(Severity severity, Place place, Mistake mistake, Sentence sentence, Mend mend) {
  if (full()) return;
  add({severity, place, mistake, stage_, presentable(sentence.text), std::move(sentence.names), sentence.cause,
       presentable(mend.words), std::move(mend.edit)});
}

void Diagnostics::add(Diagnostic diagnostic) {
  if (full() || (!diagnostic.is_error() && all_.size() - errors_ >= most_errors)) return;
  const auto is_same = [&](const Diagnostic& one) {
    return std::tie(one.place, one.message) == std::tie(diagnostic.place, diagnostic.message);
  };
  if (std::any_of(all_.begin(), all_.end(), is_same)) return;
  if (diagnostic.is_error()) ++errors_;
  all_.push_back(std::move(diagnostic));
}

void Diagnostics::add(const Diagnostics& others) {
  for (const Diagnostic& one : others.all_) add(one);
}

bool Diagnostics::any_error_in(Place place) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Diagnostic& d) {
    return d.is_error() && d.place.offset >= place.offset && d.place.offset <= place.end() + 1;
  });
}

std::vector<Diagnostic> Diagnostics::sorted() const {
  std::vector<Diagnostic> by_place = all_;
  std::stable_sort(by_place.begin(), by_place.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return a.place.offset < b.place.offset; });
  return by_place;
}

}  // namespace tilescope::language
