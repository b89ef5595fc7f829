// Writes what clang compiles: each text of the collection in a namespace of its own, after the header that is CUDA to
// it, and for each kernel of the table a function that is told what to give it.
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

#include "tests/instrumentation/machine/judge/table.h"

namespace tilescope::judge {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// What the text defines must not be seen by the next one.
std::string undefine(const std::string& text) {
  static const std::regex defines("#[ \t]*define[ \t]+([^ \t\r\n(]+)");
  std::set<std::string> names;
  for (std::sregex_iterator at(text.begin(), text.end(), defines), end; at != end; ++at) names.insert((*at)[1]);
  std::string lines;
  for (const std::string& name : names) lines += "#undef " + name + "\n";
  return lines;
}

// The text declares dynamic shared memory; here it is.
std::string dynamic_memory(const std::string& text, const std::string& space) {
  static const std::regex declares(R"(extern\s+__shared__\s+(?:__align__\(16\)\s+)?([\w ]+?)\s+(\w+)\[\];)");
  std::string lines;
  for (std::sregex_iterator at(text.begin(), text.end(), declares), end; at != end; ++at)
    lines += "thread_local __attribute__((aligned(16))) " + (*at)[1].str() + " " + (*at)[2].str() + "[16384 / sizeof(" +
             (*at)[1].str() + ")];\n";
  return space.empty() || lines.empty() ? lines : "namespace " + space + " {\n" + lines + "}\n";
}

std::string space_of(const std::string& kernel) {
  const std::string name = kernel.substr(0, kernel.find('<'));
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? "" : name.substr(0, at);
}

// No C++: the configurations in kernel<<<grid, block>>>(...) of host code. A copy without them is included instead.
std::string included(const fs::path& path, const std::string& text, const fs::path& folder) {
  if (text.find("<<<") == std::string::npos) return path.string();
  const fs::path copy = folder / path.filename();
  std::ofstream(copy, std::ios::binary) << std::regex_replace(text, std::regex("<<<[^;]*?>>>"), "");
  return copy.string();
}

std::string kernel_function(const Line& line, std::size_t number) {
  const std::string n = std::to_string(number);
  std::string body, last;
  int parameter = -1;
  for (const Given& given : line.given) {
    const std::string first = given.name.substr(0, given.name.find('.'));
    if (given.is_global) {
      body += "  cuda::tell_global(visit, \"" + given.name + "\", " +
              (space_of(line.kernel).empty() ? "" : space_of(line.kernel) + "::") + given.name + ");\n";
      continue;
    }
    if (first != last) ++parameter;
    last = first;
    body += "  cuda::tell(visit, \"" + given.name + "\", std::get<" + std::to_string(parameter) + ">(given.values)" +
            given.name.substr(first.size()) + ");\n";
  }
  return "void run_" + n +
         "(const std::function<void(const tilescope::judge::Member&)>& visit, const tilescope::judge::Shape* shape) "
         "{\n" +
         "  cuda::Arguments<cuda::Signature<decltype(&" + line.kernel + ")>> given;\n" + body +
         "  if (shape != nullptr) given.call(&" + line.kernel + ", *shape);\n}\n" + "const bool added_" + n +
         " = add_kernel(\"" + line.file + "\", \"" + line.kernel + "\", run_" + n + ");\n";
}

int make(const fs::path& table, const fs::path& collection, const fs::path& folder, std::size_t count) {
  std::map<std::string, std::string> texts;
  std::size_t number = 0;
  for (const Line& line : read_table(table)) {
    const fs::path path = collection / line.file;
    const std::string original = read_file(path);
    std::string& text = texts[line.file];
    if (text.empty())
      text = "CUDA_NAMES\n#include \"" + included(path, original, folder) + "\"\n" +
             dynamic_memory(original, space_of(line.kernel)) + undefine(original);
    text += kernel_function(line, number++);
  }
  for (const char* header : {"cuda_runtime.h", "vector_types.h"}) std::ofstream(folder / header) << "#pragma once\n";
  std::vector<std::string> sources(count);
  std::size_t n = 0;
  for (const auto& [file, text] : texts) {
    std::string& to = sources[n * count / texts.size()];
    if (to.empty()) to = "#include \"tests/instrumentation/machine/judge/cuda_on_threads.h\"\n";
    to += "namespace text_" + std::to_string(n++) + " {\n" + text + "}\n";
  }
  for (n = 0; n < count; ++n) std::ofstream(folder / ("judged_" + std::to_string(n) + ".cpp")) << sources[n];
  return 0;
}

}  // namespace
}  // namespace tilescope::judge

int main(int count, char** arguments) try {
  if (count != 5) return 2;
  return tilescope::judge::make(arguments[1], arguments[2], arguments[3], std::stoul(arguments[4]));
} catch (const std::exception& e) {
  std::cerr << e.what() << "\n";
  return 1;
}
