// Files as people write them: each is understood completely, and the findings are those that a person wrote down beside
// the files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "instrumentation/language/program.h"

namespace tilescope::test {
namespace {

namespace fs = std::filesystem;
using Lines = std::vector<std::string>;
using Expected = std::map<std::string, Lines>;  // of each file

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

// The lines of a list, without the files' names before them.
Expected expected_in(const fs::path& list) {
  Expected all;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);)
    if (const std::size_t bar = line.find(" | "); bar != std::string::npos)
      all[line.substr(0, bar)].push_back(line.substr(bar + 3));
  return all;
}

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder))
    if (entry.path().extension() == ".cu") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

// "A:array r, M.width:scalar"
std::string told(const std::vector<language::Parameter>& parameters) {
  std::string text;
  for (const language::Parameter& p : parameters) {
    text += (text.empty() ? "" : ", ") + p.name + (p.is_array ? ":array " : ":scalar");
    if (p.is_array) text += std::string(p.reads ? "r" : "") + (p.writes ? "w" : "") + (p.reads || p.writes ? "" : "-");
  }
  return text;
}

std::string told(const std::optional<std::array<std::int64_t, 3>>& sides) {
  return sides ? fmt::format("{},{},{}", (*sides)[0], (*sides)[1], (*sides)[2]) : "?";
}

std::string without_namespaces(const std::string& name) {
  const std::size_t at = name.rfind("::");
  return at == std::string::npos ? name : name.substr(at + 2);
}

Lines kernels_of(const language::Program& program) {
  Lines lines;
  for (const language::Kernel& kernel : program.kernels())
    lines.push_back(
        fmt::format("{} | {} | {}", without_namespaces(kernel.name), told(kernel.parameters), kernel.shared_bytes));
  return lines;
}

Lines launches_of(const language::Program& program) {
  Lines lines;
  for (const language::Launch& launch : program.launches())
    lines.push_back(fmt::format("{} | {} | {} | {}", program.source().line_of(launch.place.offset),
                                without_namespaces(launch.kernel), told(launch.grid), told(launch.block)));
  return lines;
}

// A "?" at the end stands for any number of bytes.
bool same_kernel(const std::string& expected, const std::string& found) {
  if (!expected.ends_with("| ?")) return expected == found;
  return expected.substr(0, expected.rfind('|')) == found.substr(0, found.rfind('|'));
}

void compare(const std::string& file, const Lines& expected, const Lines& found, bool any_bytes) {
  const auto same = [&](const std::string& a, const std::string& b) { return any_bytes ? same_kernel(a, b) : a == b; };
  for (std::size_t n = 0; n < std::max(expected.size(), found.size()); ++n) {
    const std::string wanted = n < expected.size() ? expected[n] : "nothing";
    const std::string there = n < found.size() ? found[n] : "nothing";
    if (same(wanted, there)) continue;
    ADD_FAILURE() << file << "\n  expected " << wanted << "\n  found    " << there;
    if (expected.size() != found.size()) return;  // the others are probably the same, one line further
  }
}

void expect_no_error(const language::Program& program, const std::string& file) {
  for (const language::Diagnostic& diagnostic : program.diagnostics()) {
    if (diagnostic.severity != language::Severity::error) continue;
    const auto [line, column] = program.source().position(diagnostic.place.offset);
    ADD_FAILURE() << file << ":" << line << ":" << column << ": " << diagnostic.message;
    return;  // what follows is often of the same cause
  }
}

class Collection : public testing::TestWithParam<const char*> {};

TEST_P(Collection, IsUnderstoodAsAPersonDoes) {
  const fs::path folder = fs::path(TILESCOPE_SOURCES "/tests/instrumentation/language/collection") / GetParam();
  const Expected kernels = expected_in(folder / "expected.txt"), launches = expected_in(folder / "launches.txt");
  const std::vector<fs::path> files = files_in(folder);
  EXPECT_EQ(files.size(), kernels.size());
  for (const fs::path& path : files) {
    const std::string file = path.filename().string();
    const language::Program program = language::read(read_file(path));
    expect_no_error(program, file);
    if (kernels.contains(file))
      compare(file, kernels.at(file), kernels_of(program), true);
    else
      ADD_FAILURE() << file << ": is not in expected.txt";
    if (launches.contains(file)) compare(file, launches.at(file), launches_of(program), false);
  }
}

INSTANTIATE_TEST_SUITE_P(Folders, Collection, testing::Values("product", "other", "files_a", "files_b"),
                         [](const auto& folder) { return std::string(folder.param); });

// The kernels of the catalogue leave their TILE to the build; 32 is a width that all of them take.
TEST(Catalogue, IsUnderstood) {
  std::vector<fs::path> files = files_in(TILESCOPE_SOURCES "/kernels/product");
  const std::vector<fs::path> broken = files_in(TILESCOPE_SOURCES "/kernels/broken");
  files.insert(files.end(), broken.begin(), broken.end());
  EXPECT_GE(files.size(), 17U);
  for (const fs::path& path : files) {
    const std::string name = path.stem().string();
    const language::Program program = language::read("#define TILE 32\n" + read_file(path));
    expect_no_error(program, name);
    ASSERT_EQ(program.kernels().size(), 1U) << name;
    const language::Kernel& kernel = program.kernels()[0];
    EXPECT_EQ(kernel.name, name);
    EXPECT_TRUE(kernel.runnable) << name;
    EXPECT_EQ(told(kernel.parameters), "A:array r, B:array r, C:array w, M:scalar, N:scalar, K:scalar") << name;
  }
}

}  // namespace
}  // namespace tilescope::test
