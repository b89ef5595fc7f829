// What an HTML page must not contain: tags that do not match, and references to other computers.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

namespace tilescope::test {

// Checks that every opened tag is closed, in order, and that entities are XML's own.
inline std::string markup_fault(const std::string& html) {
  std::vector<std::string> open;
  std::size_t at = html.starts_with("<!DOCTYPE html>") ? 15 : 0;
  while (at < html.size()) {
    if (html[at] == '&') {
      const std::string entity = html.substr(at, html.find(';', at) - at);
      static const std::vector<std::string> known{"&amp", "&lt", "&gt", "&quot", "&#160"};
      if (std::find(known.begin(), known.end(), entity) == known.end()) return "entity " + entity;
    }
    if (html[at] == '>') return "a bare > at " + html.substr(at, 20);
    if (html[at] != '<') {
      ++at;
      continue;
    }
    const std::size_t end = html.find('>', at);
    if (end == std::string::npos) return "a tag that does not end";
    const std::string tag = html.substr(at + 1, end - at - 1);
    at = end + 1;
    const std::string name = tag.substr(tag[0] == '/' ? 1 : 0, tag.find_first_of(" /", 1) - (tag[0] == '/' ? 1 : 0));
    if (tag[0] == '/') {
      if (open.empty() || open.back() != tag.substr(1)) return "</" + tag.substr(1) + "> closes nothing";
      open.pop_back();
    } else if (tag.back() != '/') {
      if (std::count(tag.begin(), tag.end(), '"') % 2 != 0) return "quotes in " + tag;
      open.push_back(name);
      if (name == "style") at = html.find("</style>", at);
    }
  }
  return open.empty() ? "" : "<" + open.back() + "> is open at the end";
}

// The first reference to anything outside the page; empty if there is none.
inline std::string way_out(const std::string& html) {
  for (const char* way : {"url(", "@import", "<link", "<iframe", "<script", "href="})
    if (const std::size_t at = html.find(way); at != std::string::npos) return html.substr(at, 40);
  for (std::size_t at = html.find("src="); at != std::string::npos; at = html.find("src=", at + 1))
    if (html.compare(at, 31, "src=\"data:image/svg+xml;base64,") != 0)
      return html.substr(at, html.find('"', at + 5) + 1 - at);
  return "";
}

}  // namespace tilescope::test
