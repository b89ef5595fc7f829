// A class that has more than 25 public functions or 15 data members is several: in the folders where that once grew, no
// class is so large. A struct is plain data, and may have more.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <string>

namespace {

namespace fs = std::filesystem;

struct Size {
  int functions = 0, members = 0;
  bool is_plain = false;
};
using Sizes = std::map<std::string, Size>;

std::string without_comments(const fs::path& file) {
  std::ifstream in(file);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  static const std::regex comment(R"(//[^\n]*|"(\\.|[^"\\\n])*"|'(\\.|[^'\\])')");
  return std::regex_replace(text, comment, "");
}

// Where the bracket at `at` is closed.
std::size_t closing(const std::string& text, std::size_t at, char open, char close) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == open) ++depth;
    if (text[at] == close && --depth == 0) return at;
  }
  return at;
}

// Adds what one declaration of a class is.
void count(const std::string& declaration, bool is_public, Size& size) {
  static const std::regex other(
      R"(^\s*(using|typedef|friend|static_assert|enum|struct|class|union|template\s*<[^>]*>\s*(struct|class)|static)\b)");
  static const std::regex named(R"(^\s*$|~|operator)");
  if (std::regex_search(declaration, named)) return;
  const std::size_t bracket = declaration.find('('), value = declaration.find('=');
  const bool is_function =
      bracket != std::string::npos && bracket < value && declaration.find("std::function") > bracket;
  if (is_function && declaration.find("using ") == std::string::npos &&
      declaration.find("friend ") == std::string::npos) {
    size.functions += is_public;
  } else if (!std::regex_search(declaration, other)) {
    size.members += 1 + static_cast<int>(std::count(declaration.begin(), declaration.end(), ','));
  }
}

// The declarations between two braces; of classes in it, sizes of their own.
void read_class(const std::string& text, const std::string& name, bool is_public, Sizes& sizes);

void read_declarations(const std::string& text, const std::string& outer, Sizes& sizes) {
  static const std::regex head(R"(\b(class|struct)\s+(\w+)[^;{}()]*\{)");
  for (std::sregex_iterator at(text.begin(), text.end(), head), end; at != end; ++at) {
    const auto open = static_cast<std::size_t>(at->position() + at->length() - 1);
    const std::size_t close = closing(text, open, '{', '}');
    read_class(text.substr(open + 1, close - open - 1), outer + (*at)[2].str(), (*at)[1] == "struct", sizes);
  }
}

void read_class(const std::string& text, const std::string& name, bool is_public, Sizes& sizes) {
  Size size;
  size.is_plain = is_public;
  std::string declaration;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '{' || text[at] == '(' || text[at] == '<') {
      const char close = text[at] == '{' ? '}' : text[at] == '(' ? ')' : '>';
      const std::size_t end = closing(text, at, text[at], close);
      if (text[at] == '(') declaration += "()";
      const bool is_body = text[at] == '{' && declaration.find("()") != std::string::npos;
      at = end;
      if (is_body) count(std::exchange(declaration, ""), is_public, size);
    } else if (text[at] == ';') {
      count(std::exchange(declaration, ""), is_public, size);
    } else if (text[at] == ':' && text[at + 1] != ':' && (at == 0 || text[at - 1] != ':')) {
      if (declaration.find("public") != std::string::npos) is_public = true;
      if (declaration.find("private") != std::string::npos || declaration.find("protected") != std::string::npos)
        is_public = false;
      if (declaration.find('(') == std::string::npos) declaration.clear();
    } else {
      declaration += text[at];
    }
  }
  sizes[name] = size;
}

Sizes sizes_below(const std::string& folder) {
  Sizes sizes;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(TILESCOPE_SOURCES) / folder))
    if (entry.path().extension() == ".h") read_declarations(without_comments(entry.path()), "", sizes);
  return sizes;
}

TEST(Classes, AreNotSeveral) {
  const Size most{25, 15};
  for (const char* const folder : {"app/session", "instrumentation/language"}) {
    const Sizes sizes = sizes_below(folder);
    EXPECT_GT(sizes.size(), 20U) << folder;
    for (const auto& [name, size] : sizes) {
      EXPECT_LE(size.functions, most.functions) << folder << ": public functions of " << name;
      if (size.is_plain) continue;
      EXPECT_LE(size.members, most.members) << folder << ": data members of " << name;
    }
  }
}

TEST(Classes, AreCountedByWhatTheyDeclare) {
  Sizes sizes;
  read_declarations(
      "class One : public Base { public: One(int a, int b); void go() const { if (x) y(); } int at(); "
      "template <class T> void each(T t); private: void hidden(); int a = 1, b = 2; std::map<int, int> c{}; "
      "static constexpr int most = 3; struct In { int only; }; };",
      "", sizes);
  EXPECT_EQ(sizes["One"].functions, 4);
  EXPECT_EQ(sizes["One"].members, 3);
}

}  // namespace
