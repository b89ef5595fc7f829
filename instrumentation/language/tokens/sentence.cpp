#include "instrumentation/language/tokens/sentence.h"

namespace tilescope::language {

Sentence& Sentence::operator+=(const Sentence& more) {
  text += more.text;
  names.insert(names.end(), more.names.begin(), more.names.end());
  if (!cause) cause = more.cause;
  return *this;
}

Sentence quoted(std::string_view name) {
  Sentence made("'" + std::string(name) + "'");
  made.names.emplace_back(name);
  return made;
}

Sentence line_of(const Source& source, Place place) {
  Sentence made("line " + std::to_string(source.line_of(place.offset)));
  made.cause = place;
  return made;
}

}  // namespace tilescope::language
